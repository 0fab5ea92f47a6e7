import { fork } from 'node:child_process';
import { once } from 'node:events';
import { runFlags } from '../../support/run-flags.ts';
import { ServedDocument } from '../openapi/document.ts';
import { fuzzPosts } from './fuzz-posts.ts';
import type { ThreadReport } from './fuzzed-service.ts';

const usage = `Sends mutated bodies to every POST endpoint and holds each answer against /openapi.json.

  npm run test:fuzz                              100,000 bodies
  npm run test:fuzz -- --bodies 2000 --seed 7    so many; the seed replays them

The exit code is 1 when anything but an announced answer came back, or a rejection was left unhandled.`;

const values = runFlags(usage, {
  bodies: { type: 'string', default: '100000' },
  seed: { type: 'string', default: '20260729' },
});
const bodies = Number(values.bodies);
const seed = Number(values.seed);
const warmUp = 5_000;
const atOnce = 8;

const child = fork(new URL('./fuzzed-service.ts', import.meta.url), {
  execArgv: ['--conditions=interline-source'],
});
const told = async <T>(): Promise<T> => ((await once(child, 'message')) as [T])[0]; // CAST: the child's own words.
const asked = async <T>(word: string): Promise<T> => {
  const answer = told<T>();
  child.send(word);
  return answer;
};

const url = await told<string>();
try {
  const document = await ServedDocument.of(url);
  await fuzzPosts({ url, document, bodies: warmUp, seed: seed - warmUp, atOnce });
  await asked('begin');
  const startedAt = performance.now();
  const { statuses, slowestMs } = await fuzzPosts({ url, document, bodies, seed, atOnce });
  const seconds = (performance.now() - startedAt) / 1_000;
  const thread = await asked<ThreadReport>('report');

  console.log(
    `${bodies} hostile bodies over every POST in ${seconds.toFixed(0)} s, seed ${seed}: no fault, every answer as the document announces it`,
  );
  console.log(
    `answers by status: ${[...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status} x ${count}`)
      .join(', ')}`,
  );
  console.log(
    `slowest answer ${slowestMs.toFixed(0)} ms; event loop delayed at most ${thread.longestDelayMs.toFixed(1)} ms (p99 ${thread.p99DelayMs.toFixed(1)} ms) on this machine; no turn of it used more than ${thread.longestHeldMs.toFixed(1)} ms of the processor`,
  );
  console.log(`${thread.unhandled.length} unhandled rejections; ${thread.rssMb} MB`);
  for (const reason of thread.unhandled) console.log(`unhandled: ${reason}`);
  if (thread.unhandled.length > 0) process.exitCode = 1;
} finally {
  const gone = once(child, 'exit');
  child.send('stop');
  await gone;
}
