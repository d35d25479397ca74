import { exportMainTable } from './export-table.js';
import { makeRun } from './testing/make-run.js';
import type { ReportRun } from './report-run.js';

const { manifest, summary } = makeRun({ items: 160 });
const present = summary.modes['present']?.content;
const figure = (value: number): string => value.toFixed(4);
const interval = `[${(present?.ci95 ?? []).map(figure).join(', ')}]`;
const hostile: ReportRun = { label: '=cmd|"x"&_%#{}~^\\ <b>', manifest, summary };

describe('exportMainTable', () => {
  it('csv: one line a row and figure, with every digit', () => {
    const lines = exportMainTable([{ manifest, summary }], 'csv').split('\r\n');
    // 1 run and 7 policies, 9 figures each, the head and the end
    expect(lines).toHaveLength(8 * 9 + 2);
    expect(lines[0]).toBe('kind,model,mode,figure,value,ci95_low,ci95_high,bound_low,bound_high,n,note,judge');
    expect(lines).toContain(`run,demo:one,present,content,${present?.value},${present?.ci95?.join(',')},${present?.bounds?.join(',')},${present?.n},,`);
    expect(lines).toContain(`baseline,oracle,all,overall,1,1,1,1,1,160,,`);
  });

  it('md and tex: the figures of the page', () => {
    const md = exportMainTable([{ manifest, summary }], 'md');
    expect(md.split('\n')[0]).toBe('| Model | Retrospective content | Present content | Future content | Future resp. | Future stab. | Proactive content | Proactive resp. | Proactive stab. | Overall |');
    expect(md).toContain(`${figure(present?.value ?? 9)} ${interval}`);
    expect(md).toContain('not clinical decision support');
    const tex = exportMainTable([{ manifest, summary }], 'tex');
    expect(tex).toContain('\\begin{tabular}{lrrrrrrrrr}');
    expect(tex).toContain(` & Retrospective & Present & \\multicolumn{3}{c}{Future} & \\multicolumn{3}{c}{Proactive} & Overall \\\\`);
    expect(tex).toContain(`${figure(present?.value ?? 9)}\\,{\\scriptsize${interval}}`);
    expect(tex.match(/\\midrule/g)).toHaveLength(2);
  });

  it('bounds stand beside a figure where items have no score, and nowhere else', () => {
    // 100 scored at 0.5 and 60 not: 50 / 160 and 110 / 160
    const open = { value: 0.5, n: 100, ci95: [0.4, 0.6] as [number, number], bounds: [0.3125, 0.6875] as [number, number] };
    const none = { value: null, n: 0, ci95: null, bounds: [0, 1] as [number, number], note: 'undefined: over nothing' };
    const run: ReportRun = { manifest, summary: { ...summary, overall: open, modes: { ...summary.modes, present: { content: none } } } };
    expect(exportMainTable([run], 'csv')).toContain('run,demo:one,all,overall,0.5,0.4,0.6,0.3125,0.6875,100,,\r\n');
    expect(exportMainTable([run], 'md')).toContain('| 0.5000 [0.4000, 0.6000] (0.3125–0.6875) |');
    expect(exportMainTable([run], 'md')).toContain('| n/a (0.0000–1.0000) |');
    expect(exportMainTable([run], 'tex')).toContain('0.5000\\,{\\scriptsize[0.4000, 0.6000] (0.3125--0.6875)}');
    expect(exportMainTable([run], 'tex')).toContain('n/a\\,{\\scriptsize(0.0000--1.0000)}');
    expect(exportMainTable([{ manifest, summary }], 'md')).not.toMatch(/\(\d/);
  });

  it('a name neither computes in a spreadsheet nor ends a cell', () => {
    expect(exportMainTable([hostile], 'csv')).toContain(`run,"'=cmd|""x""&_%#{}~^\\ <b>",retrospective`);
    expect(exportMainTable([hostile], 'md')).toContain('| =cmd\\|"x"&\\_%\\#\\{\\}~^\\\\ \\<b\\> |');
    expect(exportMainTable([hostile], 'tex')).toContain('=cmd|"x"\\&\\_\\%\\#\\{\\}\\textasciitilde{}\\textasciicircum{}\\textbackslash{} <b> &');
  });

  it('says who marked which run, what is known of the marks, and that runs were not marked by one judge', () => {
    const judging = { judge: 'openai:j_1', verdicts: 1, repaired: 0, unreadable: 0, no_reply: 0, note: 'not comparable' };
    const marked: ReportRun = { label: 'one', manifest, summary: { ...summary, judging } };
    const runs: ReportRun[] = [marked, { label: 'two', manifest, summary }];
    expect(exportMainTable(runs, 'csv')).toMatch(/^run,one,all,overall,[^\r]*,openai:j_1\r$/mu);
    expect(exportMainTable(runs, 'csv')).toMatch(/^run,two,all,overall,[^\r]*,\r$/mu);
    expect(exportMainTable(runs, 'md')).toContain('\nOpen answers marked by: one: openai:j\\_1 (not comparable); two: none.\n\nThe runs were not marked by one judge');
    expect(exportMainTable(runs, 'tex')).toContain('\\multicolumn{10}{l}{\\scriptsize Open answers marked by: one: openai:j\\_1 (not comparable); two: none.} \\\\\n');
    for (const format of ['md', 'tex'] as const) expect(exportMainTable([marked], format)).not.toContain('not marked by one judge');
    for (const format of ['md', 'tex'] as const) expect(exportMainTable([{ manifest, summary }], format)).not.toContain('marked by');
  });
});
