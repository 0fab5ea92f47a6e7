import { runFlags } from '../support/run-flags.ts';
import { lateReceiptsRun } from './late-receipts-run.ts';

const help = `Answers null to receipts for seconds at a time, at random on either of two local chains,
and compares every unit.

  npm run test:receipts                    200 routes with a healthy second node and 200 without,
                                           unmerged, then merged
  npm run test:receipts -- --routes 20     so many
  npm run test:receipts -- --seed 7        another order of spells and directions
  npm run test:receipts -- --lag 3000      so many milliseconds at a time

The exit code is 1 when a route did not end as DONE with one pull and one payout to the unit.
`;

const values = runFlags(help, {
  routes: { type: 'string', default: '200' },
  seed: { type: 'string', default: '1' },
  lag: { type: 'string', default: '6000' },
});

const size = {
  seed: whole('seed', values.seed),
  routes: whole('routes', values.routes),
  lagMs: whole('lag', values.lag),
};
for (const [hasHealthyNode, isBatched] of [
  [true, false],
  [false, false],
  [true, true],
  [false, true],
] as const) {
  const plan = { ...size, hasHealthyNode, isBatched };
  const { done, withheld, tookMs, wrong } = await lateReceiptsRun(plan);
  const name = `${hasHealthyNode ? 'a healthy second node' : 'no second node'}, ${isBatched ? 'merged' : 'unmerged'}`;
  const ends = `${done} of ${plan.routes} done, ${wrong.length} wrong, ${withheld} answers withheld`;
  process.stdout.write(`${name}: ${ends}, ${Math.round(tookMs / 1_000)} s\n`);
  for (const line of wrong) process.stdout.write(`  ${line}\n`);
  if (wrong.length > 0) process.exitCode = 1;
}

function whole(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0)
    throw new Error(`--${name} wants a whole number; got ${JSON.stringify(text)}`);
  return value;
}
