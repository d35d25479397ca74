import type { PairedFigure } from '@medstream/metrics';
import { cleanLine } from '@medstream/schema';

import type { ComparedRun, RunComparison } from './compose-compare.js';

/** The comparison as a table for a terminal. */
export function describeComparison({ first, second, changed, cautions, ...comparison }: RunComparison): string {
  const rows: [string, PairedFigure][] = [
    ['overall', comparison.overall],
    ...Object.entries(comparison.modes).flatMap(([mode, figures]) => Object.entries(figures).map(([name, figure]): [string, PairedFigure] => [`${mode} ${name}`, figure])),
    ...Object.entries(comparison.datasets).map(([name, figure]): [string, PairedFigure] => [`data set ${cleanLine(name)}`, figure]),
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const { overall } = comparison;
  return [
    `A  ${nameOf(first)}`,
    `B  ${nameOf(second)}`,
    `${comparison.pairs} items scored in both; ${comparison.only_first} in A alone, ${comparison.only_second} in B alone${changed === 0 ? '' : `; ${changed} left out because the two runs have different items of that name`}`,
    ...describeRepeats('A', first),
    ...describeRepeats('B', second),
    '',
    `${''.padEnd(width)}       A       B     B - A  95 % interval        n`,
    ...rows.map(([name, figure]) => `${name.padEnd(width)}  ${describeFigure(figure)}`),
    '',
    ...cautions.map((caution) => `warning: ${cleanLine(caution)}`),
    describeVerdict(overall),
    '',
  ].join('\n');
}

function nameOf({ run, model, judge }: ComparedRun): string {
  return cleanLine(`${model === null ? run : `${model} (${run})`}${judge === null ? '' : `, marked by ${judge}`}`);
}

function describeRepeats(side: string, { repeats }: ComparedRun): string[] {
  if (repeats === undefined) return [];
  const { times, agreement, standard_deviation: spread, partial } = repeats;
  const share = agreement.value === null ? 'not known how many' : `${(100 * agreement.value).toFixed(1)} %`;
  return [`${side} was asked ${times} times: ${share} of ${agreement.n} items read the same each time, overall of one moves by ${plain(spread).trim()}${partial === 0 ? '' : `; ${partial} items lack a score at some time and are left out`}`];
}

function describeFigure({ first, second, difference, verdict }: PairedFigure): string {
  const interval = difference.ci95 === null ? 'not estimable' : `[${difference.ci95.map(signed).join(', ')}]`;
  return `${plain(first)}  ${plain(second)}   ${difference.value === null ? '      –' : signed(difference.value)}  ${interval.padEnd(18)} ${String(difference.n).padStart(5)}${verdict === 'undistinguished' ? '  cannot be told apart' : ''}`;
}

function describeVerdict({ verdict, resolution_floor: floor, difference }: PairedFigure): string {
  if (verdict === 'not-estimable') return `Overall: ${difference.note ?? 'not estimable'}; nothing can be said about which is better.`;
  const resolution = `Differences under ${plain(floor)} cannot be told from none with these cases.`;
  if (verdict === 'undistinguished') return `Overall: the two cannot be told apart. ${resolution}`;
  return `Overall: ${verdict === 'second' ? 'B' : 'A'} is ahead. ${resolution}`;
}

function plain(value: number | null): string {
  return value === null ? '     –' : value.toFixed(4);
}

function signed(value: number): string {
  return `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(4)}`;
}
