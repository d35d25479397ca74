import { cleanLine, type Figure, type JudgingSummary, type RepeatsSummary, type Summary, TEMPORAL_MODES } from '@medstream/schema';

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
  const unscored = Object.entries(summary.unscored).map(([reason, count]) => `${reason} ${count}${reason === 'no_judge' ? ' (a --judge marks them)' : ''}`).join(', ');
  const audit = `${summary.leak_audit.violations} of ${summary.leak_audit.jobs} calls with a frame beyond their window`;
  const repeated = summary.repeats === undefined ? [] : describeRepeats(summary.repeats);
  const judged = summary.judging === undefined ? [] : describeJudge(summary.judging);
  return `${[...shown, `${'replies'.padEnd(36)}${statuses}`, `${'leak audit'.padEnd(36)}${audit}`, ...repeated, ...judged, ...(unscored === '' ? [] : [`${'items without a score'.padEnd(36)}${unscored}`]), ...(summary.incomplete ? ['incomplete: some calls have no reply yet'] : [])].join('\n')}\n`;
}

/** How far a model says the same when it is asked again. */
function describeRepeats({ times, complete, partial, runs, agreement, standard_deviation: spread }: RepeatsSummary): string[] {
  const each = runs.map(({ overall }) => describeNumber(overall)).join(', ');
  return [
    nameRow(`asked ${times} times`, `overall ${each} over the ${complete} items with a score each time${partial === 0 ? '' : `; ${partial} with a score at some times have none`}`),
    nameRow('the same each time', `${describeShare(agreement.overall.value)} of ${agreement.overall.n} items; overall of one moves by ${describeNumber(spread.overall.value)}`),
  ];
}

/** What a judge did, and how far it can be trusted. */
function describeJudge({ judge, verdicts, repaired, unreadable, no_reply: noReply, note, reruns, agreement = {} }: JudgingSummary): string[] {
  const counts = [`${verdicts} verdicts`, ...(repaired > 0 ? [`${repaired} after a repair turn`] : []), ...(unreadable > 0 ? [`${unreadable} unreadable`] : []), ...(noReply > 0 ? [`${noReply} without a reply`] : [])];
  const rerun = reruns === undefined ? [] : [nameRow('verdicts asked again', `${reruns.repeats} times over ${reruns.n} answers: ${describeShare(reruns.changed)} changed, content of one moves by ${describeNumber(reruns.standard_deviation)}`)];
  const people = Object.entries(agreement).map(([criterion, { n, exact, weighted_kappa: kappa }]) => nameRow(`agreement with people, ${criterion}`, `${describeShare(exact)} equal, weighted kappa ${describeNumber(kappa)}  n ${n}`));
  return [nameRow(`judge ${judge}`, `${counts.join(', ')}${note === undefined ? '' : ` (${cleanLine(note)})`}`), ...rerun, ...people];
}

/** In the columns of the other rows: a name is cleaned by itself, as cleaning a whole row drops its blanks. */
function nameRow(name: string, said: string): string {
  return `${cleanLine(name).padEnd(35)} ${said}`;
}

function describeNumber(value: number | null): string {
  return value === null ? 'n/a' : value.toFixed(4);
}

function describeShare(value: number | null): string {
  return value === null ? 'n/a' : `${(100 * value).toFixed(1)} %`;
}

function describeFigure({ value, n, ci95 }: Figure): string {
  const interval = ci95 === null ? '' : ` [${ci95[0].toFixed(4)}, ${ci95[1].toFixed(4)}]`;
  return `${value === null ? 'n/a   ' : value.toFixed(4)}${interval}  n ${n}`;
}
