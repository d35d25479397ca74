import { type Figure, type Summary, TEMPORAL_MODES } from '@medstream/schema';

/** The main figures of a run in a few lines for the terminal; all others are on the page. */
export function describeSummary(summary: Summary): string {
  const rows: [string, Figure | undefined][] = [
    ['overall', summary.overall],
    ...TEMPORAL_MODES.flatMap((mode): [string, Figure | undefined][] => {
      const figures = summary.modes[mode];
      return [
        [`${mode} content`, figures?.content],
        [`${mode} responsiveness`, figures?.responsiveness],
        [`${mode} stability`, figures?.stability],
      ];
    }),
    ['skill over the best constant policy', summary.skill],
  ];
  const shown = rows.flatMap(([name, figure]) => (figure === undefined ? [] : [`${name.padEnd(36)}${describeFigure(figure)}`]));
  const statuses = Object.entries(summary.statuses).filter(([, count]) => count > 0).map(([status, count]) => `${status} ${count}`).join(', ');
  const unscored = Object.entries(summary.unscored).map(([reason, count]) => `${reason} ${count}`).join(', ');
  const audit = `${summary.leak_audit.violations} of ${summary.leak_audit.jobs} calls with a frame beyond their window`;
  return `${[...shown, `${'replies'.padEnd(36)}${statuses}`, `${'leak audit'.padEnd(36)}${audit}`, ...(unscored === '' ? [] : [`${'items without a score'.padEnd(36)}${unscored}`]), ...(summary.incomplete ? ['incomplete: some calls have no reply yet'] : [])].join('\n')}\n`;
}

function describeFigure({ value, n, ci95 }: Figure): string {
  const interval = ci95 === null ? '' : ` [${ci95[0].toFixed(4)}, ${ci95[1].toFixed(4)}]`;
  return `${value === null ? 'n/a   ' : value.toFixed(4)}${interval}  n ${n}`;
}
