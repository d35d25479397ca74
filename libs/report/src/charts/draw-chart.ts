import { Html } from '@medstream/pages';

/** A vega-lite specification: data and marks; size, colours and type are the page's. */
export type ChartSpec = Readonly<Record<string, unknown>>;

/** The page's colours by name: style sheet variables, so that one drawing serves light, dark and paper. */
export const SERIES_COLOURS = ['var(--c1)', 'var(--c2)', 'var(--c3)', 'var(--c4)', 'var(--c5)', 'var(--c6)', 'var(--c7)', 'var(--c8)'] as const;

const FONT = 'system-ui, sans-serif';
const config = {
  aria: false,
  font: FONT,
  view: { stroke: null },
  axis: { labelColor: 'var(--ink)', titleColor: 'var(--soft)', tickColor: 'var(--line)', domainColor: 'var(--line)', gridColor: 'var(--line)', labelFontSize: 12, titleFontSize: 12, titleFontWeight: 'normal', labelLimit: 400, labelFont: FONT, titleFont: FONT },
  legend: { labelColor: 'var(--ink)', titleColor: 'var(--soft)', labelFontSize: 12, titleFontSize: 12, titleFontWeight: 'normal', orient: 'top', labelFont: FONT, titleFont: FONT, labelLimit: 400 },
  header: { labelColor: 'var(--ink)', titleColor: 'var(--soft)', labelFontSize: 12, labelFont: FONT },
};

/**
 * Draws a specification with vega-lite: plain SVG, no canvas, no script, no address in it. Sizes of texts are estimated,
 * not measured, so that the drawing is the same on every machine. It is hidden from screen readers: whoever places it
 * gives the same numbers as text.
 */
export async function drawChart(spec: ChartSpec): Promise<Html> {
  // loaded when something is drawn: a second that --help need not wait
  const [{ parse, View }, { compile }] = await Promise.all([import('vega'), import('vega-lite')]);
  const compiled = compile({ background: null, config, padding: 4, ...spec } as unknown as Parameters<typeof compile>[0]);
  const view = new View(parse(compiled.spec), { renderer: 'none' });
  const svg = await view.toSVG();
  view.finalize();
  return new Html(
    svg
      .replace(/^<svg[^>]*viewBox="([^"]*)"[^>]*>/, (_, box: string) => `<svg class="chart" viewBox="${box}" width="${box.split(' ')[2]}" focusable="false">`)
      .replaceAll(/ (?:role|aria-[a-z]+|pointer-events|font-family|xmlns(?::xlink)?)="[^"]*"/g, '')
      .replaceAll('<svg class="chart"', '<svg class="chart" aria-hidden="true"'),
  );
}
