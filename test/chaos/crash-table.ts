import type { CrashTally } from './crash-tally.ts';

/** The tally for people: a line a point, then the sums, then every violation with its seed. */
export function crashTable(tally: CrashTally): string {
  const {
    transfers: { done, refunded, untouched },
    merged,
  } = tally;
  return [
    row([
      'point',
      'runs',
      'killed',
      'lost',
      'paid twice',
      'false FAILED',
      'unbalanced',
      'slow',
      'slowest move',
    ]),
    ...tally.points.map(({ name, runs, hits, found, slowestMoveMs }) =>
      row([
        name,
        runs,
        hits,
        found.lost,
        found['paid-twice'],
        found['false-failed'],
        found.unbalanced,
        found.slow,
        `${slowestMoveMs} ms`,
      ]),
    ),
    '',
    `${tally.runs} runs, ${tally.hits} killed at their point, ${tally.deaths} deaths in all; ${tally.byHand} runs mined by hand`,
    `${merged.runs} runs with batching, in which ${merged.transactions} effects went out in ${merged.batches} batches and ${merged.alone} alone`,
    `${done + refunded + untouched} transfers: ${done} delivered, ${refunded} refunded, ${untouched} never accepted and never debited`,
    `after a restart every route moved within ${tally.slowestMoveMs} ms, the last ended after ${tally.slowestEndMs} ms; ${(tally.meanRunMs / 1_000).toFixed(1)} s a run`,
    ...(tally.violations.length === 0
      ? ['nothing lost, nothing paid twice, no false FAILED, all books balanced']
      : ['', ...tally.violations.map(violationLine)]),
  ].join('\n');
}

export function violationLine({
  seed,
  point,
  kind,
  what,
}: CrashTally['violations'][number]): string {
  return `seed ${seed} (${point}): ${kind}: ${what}`;
}

const widths = [29, 5, 7, 5, 11, 13, 11, 5, 13] as const;

function row(cells: readonly (string | number)[]): string {
  return cells
    .map((cell, index) =>
      index === 0 ? String(cell).padEnd(widths[0]) : String(cell).padStart(widths[index] ?? 0),
    )
    .join(' ');
}
