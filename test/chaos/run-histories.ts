import { availableParallelism } from 'node:os';
import { runFlags } from '../support/run-flags.ts';
import { historyPool } from './history-pool.ts';
import type { JudgedHistory } from './history-process.ts';

const help = `Runs random histories of a hostile world over the model and looks after every step: nodes lag by method, fork
and forget, processes die and their clocks are wrong, gas runs out, payers and recipients have code, the store is set
back to an earlier commit.

  npm run test:model                                       1,000 histories, seeds 1 to 1,000
  npm run test:model -- --histories 100000 --seed 1        so many, from that seed on
  npm run test:model -- --histories 1 --seed 48            one again
  npm run test:model -- --workers 1                        on one core; all of them where it is left out
  npm run test:model -- --length short                     those of "npm test"

A seed decides everything, so a run that was stopped goes on with the seed that it names. A history that goes wrong is
printed with its seed, what is wrong, and the fewest of its steps that still go wrong. The exit code is then 1.
`;

const values = runFlags(help, {
  histories: { type: 'string', default: '1000' },
  seed: { type: 'string', default: '1' },
  workers: { type: 'string', default: String(availableParallelism()) },
  length: { type: 'string', default: 'long' },
});

/** Between two lines of progress. */
const progressMs = 10_000;

await runAll();

async function runAll(): Promise<void> {
  const from = whole('seed', values.seed);
  const count = whole('histories', values.histories);
  const length = values.length === 'short' ? 'short' : 'long';
  const ends = new Map<string, number>();
  const cut = new AbortController();
  const startedAt = performance.now();
  let wrong = 0;
  let judged = 0;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => cut.abort());
  const pool = historyPool({ workers: whole('workers', values.workers), length });
  const progress = setInterval(() => {
    process.stderr.write(`${progressLine()}\n`);
  }, progressMs);
  const next = await pool.run({ from, count, signal: cut.signal }, (one) => {
    judged += 1;
    for (const end of one.ends) ends.set(end, (ends.get(end) ?? 0) + 1);
    if (one.wrong.length === 0) return;
    wrong += 1;
    process.stdout.write(report(one));
  });
  clearInterval(progress);
  await pool.close();
  const table = [...ends]
    .toSorted(([, a], [, b]) => b - a)
    .map(([end, times]) => `  ${end} ${times}\n`);
  process.stdout.write(`${progressLine()}\n${table.join('')}`);
  if (next < from + count)
    process.stdout.write(`stopped; go on with --seed ${next} --histories ${from + count - next}\n`);
  if (wrong > 0 || next < from + count) process.exitCode = 1;

  function progressLine(): string {
    const perSecond = (1_000 * judged) / (performance.now() - startedAt);
    return `${judged} of ${count} histories, ${perSecond.toFixed(1)} a second, ${wrong} wrong`;
  }
}

function report({ seed, wrong, steps }: JudgedHistory): string {
  return [
    `seed ${seed}`,
    ...wrong.map((one) => `  wrong: ${one}`),
    ...steps.map((one) => `  ${one}`),
    '',
  ].join('\n');
}

function whole(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new Error(`--${name} wants a whole number from 1; got ${JSON.stringify(text)}`);
  return value;
}
