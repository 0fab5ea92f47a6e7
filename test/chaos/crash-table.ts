import type { CrashTally } from './crash-tally.ts';
import type { DealtTally } from './hostile-rpc/hostile-endpoint.ts';

/** The tally for people: a line a point, then the sums, then every violation with its seed. */
export function crashTable(tally: CrashTally): string {
  const {
    transfers: { done, refunded, untouched, waiting },
    merged,
    on,
    weather,
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
        `${slowestMoveMs} ms`,
      ]),
    ),
    '',
    `${tally.runs} runs, ${on.sqlite} on SQLite and ${on.postgres} on PostgreSQL; ${tally.hits} killed at their point, ${tally.deaths} deaths in all; ${tally.byHand} runs mined by hand`,
    `${weather.runs} runs before hostile RPC backends: ${dealtWords(weather.dealt)}`,
    `${tally.restored} runs went on with an older copy of the store`,
    `${tally.booked} runs had their books held against chains and transfers; ${tally.planted} losses were planted for them to find`,
    `${merged.runs} runs with batching, in which ${merged.transactions} effects went out in ${merged.batches} batches and ${merged.alone} alone`,
    `${done + refunded + untouched + waiting} transfers: ${done} delivered, ${refunded} refunded, ${untouched} never accepted and never debited, ${waiting} left to a person after the store went back`,
    `after a restart every route moved within ${tally.slowestMoveMs} ms, after it and the weather the last ended within ${tally.slowestEndMs} ms; ${tally.neededLonger} runs needed longer than holding time + lag + 10 s; ${(tally.meanRunMs / 1_000).toFixed(1)} s a run`,
    ...(tally.violations.length === 0
      ? ['nothing lost, nothing paid twice, no false FAILED, all books balanced']
      : ['', ...tally.violations.map(violationLine)]),
  ].join('\n');
}

/** What was dealt out, the most frequent first. */
export function dealtWords(dealt: DealtTally): string {
  const words = Object.entries(dealt)
    .toSorted(([, one], [, other]) => other - one)
    .map(([kind, count]) => `${count} ${kind}`);
  return words.join(', ') || 'nothing';
}

export function violationLine({
  seed,
  database,
  point,
  kind,
  what,
}: CrashTally['violations'][number]): string {
  return `seed ${seed} on ${database} (${point}): ${kind}: ${what}`;
}

const widths = [29, 5, 7, 5, 11, 13, 11, 13] as const;

function row(cells: readonly (string | number)[]): string {
  return cells
    .map((cell, index) =>
      index === 0 ? String(cell).padEnd(widths[0]) : String(cell).padStart(widths[index] ?? 0),
    )
    .join(' ');
}
