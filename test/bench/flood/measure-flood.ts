import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Percentiles, percentiles } from '../load/percentiles.ts';
import type { Flood } from './floods.ts';

export interface FloodFigures {
  readonly flood: string;
  /** Of GET /readyz, each on a connection of its own. */
  readonly readyMs: Percentiles & { readonly max: number };
  readonly asked: number;
  /** Not answered in `patienceMs`. */
  readonly unanswered: number;
  /**
   * Of the service: before the flood, and the most it came to; null where the system does not say.
   */
  readonly rssMb: { readonly before: number; readonly peak: number } | null;
}

/** How long the bench asks /readyz under the flood, and how long it waits for one answer. */
const askedForMs = 15_000;
const askEveryMs = 100;
export const patienceMs = 30_000;
const warmUps = 50;

/**
 * A fresh service under one flood. Service, flooder and prober are processes that share the
 * machine's cores.
 */
export async function measureFlood(flood: Flood): Promise<FloodFigures> {
  const service = start('./flooded-service.ts');
  const flooder = start('./flooder.ts');
  try {
    // CAST: the service sends its URL and nothing else.
    const [url] = (await once(service, 'message')) as [string];
    for (let n = 0; n < warmUps; n += 1) await readyMs(url);
    const before = await memoryMb(service, 'VmRSS');
    if (flood.connections > 0) flooder.send({ url, flood });
    const answers = await probe(url);
    const peak = await memoryMb(service, 'VmHWM');
    const answered = answers.filter((ms) => ms !== null);
    return {
      flood: flood.name,
      readyMs: { ...percentiles(answered), max: Math.max(...answered, 0) },
      asked: answers.length,
      unanswered: answers.length - answered.length,
      rssMb: before === null || peak === null ? null : { before, peak },
    };
  } finally {
    await Promise.all([service, flooder].map(end));
  }
}

/** Asks at a steady pace, whether or not the earlier questions were answered. */
async function probe(url: string): Promise<readonly (number | null)[]> {
  const answers: Promise<number | null>[] = [];
  for (
    const endMs = performance.now() + askedForMs;
    performance.now() < endMs;
    await sleep(askEveryMs)
  )
    answers.push(readyMs(url));
  return Promise.all(answers);
}

function readyMs(url: string): Promise<number | null> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const request = get(
      `${url}/readyz`,
      { agent: false, signal: AbortSignal.timeout(patienceMs) },
      (response) => {
        response
          .resume()
          .on('end', () =>
            resolve(response.statusCode === 200 ? performance.now() - startedAt : null),
          )
          .on('error', () => resolve(null));
      },
    );
    request.on('error', () => resolve(null));
  });
}

async function memoryMb({ pid }: ChildProcess, field: 'VmRSS' | 'VmHWM'): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
  return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1_024);
}

function start(file: string): ChildProcess {
  return fork(fileURLToPath(new URL(file, import.meta.url)));
}

async function end(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
