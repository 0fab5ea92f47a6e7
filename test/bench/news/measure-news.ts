import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient, createTransport, pollRoute, type RouteReceipt } from '@interline/client';
import { clockMs, type FromNews, type NewsPlace, type ToNews } from './news-messages.ts';

export type Way = 'stream' | 'stream, looked once a second' | 'wait' | 'poll';

export interface Figure {
  readonly way: Way;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly ends: number;
}

/** At once, as many as one client may have open. */
const perRound = 20;

/** How long after the COMMIT of an end a client knows of it. */
export async function measureNews(
  way: Way,
  place: NewsPlace,
  { rounds, processes }: { readonly rounds: number; readonly processes: 1 | 2 },
): Promise<Figure> {
  const isNotified = way !== 'stream, looked once a second';
  const server = newsProcess();
  const ender = processes === 1 ? server : newsProcess();
  try {
    const open = { kind: 'open', place, isNotified } as const;
    const { url } = await server.ask({ ...open, serves: true }, 'open');
    if (ender !== server) await ender.ask({ ...open, serves: false }, 'open');
    const tookMs: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const ids = Array.from({ length: perRound }, (_, at) => `rt_${way}_${round}_${at}`);
      await ender.ask({ kind: 'accept', ids }, 'accepted');
      tookMs.push(...(await Promise.all(ids.map((id, at) => newsOf(id, at)))));
    }
    return figureOf(way, tookMs);

    async function newsOf(id: string, at: number): Promise<number> {
      const known = knows(way, url, id).then(clockMs);
      // Spread over the second that the slowest look takes.
      await pause(300 + (at * 1_000) / perRound);
      const { atMs } = await ender.ask({ kind: 'end', id }, 'ended', id);
      return (await known) - atMs;
    }
  } finally {
    for (const one of new Set([server, ender])) await one.close();
  }
}

async function knows(way: Way, baseUrl: string, id: string): Promise<void> {
  if (way !== 'poll') {
    await createClient({ baseUrl }).waitForRoute(id, { stream: way !== 'wait' });
    return;
  }
  const { send } = createTransport({ baseUrl });
  const path = `/api/route/status?id=${encodeURIComponent(id)}`;
  // CAST: the service's word on a route.
  const read = async () => (await send({ method: 'GET', path })) as RouteReceipt;
  await pollRoute(read, { onChange: () => undefined, withinMs: 60_000 });
}

interface NewsProcess {
  ask<Kind extends FromNews['kind']>(
    message: ToNews,
    kind: Kind,
    id?: string,
  ): Promise<Extract<FromNews, { kind: Kind }>>;
  close(): Promise<void>;
}

function newsProcess(): NewsProcess {
  const child: ChildProcess = fork(new URL('news-process.ts', import.meta.url), {
    execArgv: ['--conditions=interline-source'],
  });
  child.setMaxListeners(perRound * 2);
  const ask: NewsProcess['ask'] = (message, kind, id) =>
    new Promise((resolve, reject) => {
      const onExit = (): void => reject(new Error('a process of the bench ended'));
      const onMessage = (raw: unknown): void => {
        const said = raw as FromNews; // CAST: only that process writes to this channel.
        if (said.kind !== kind || (said.kind === 'ended' && said.id !== id)) return;
        child.off('message', onMessage).off('exit', onExit);
        resolve(said as Extract<FromNews, { kind: typeof kind }>); // CAST: its kind was just compared.
      };
      child.on('message', onMessage).once('exit', onExit);
      child.send(message);
    });
  return {
    ask,
    async close() {
      if (child.exitCode !== null) return;
      const exit = once(child, 'exit');
      await ask({ kind: 'close' }, 'closed').catch(() => undefined);
      await exit;
    },
  };
}

function figureOf(way: Way, tookMs: readonly number[]): Figure {
  const sorted = tookMs.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    Math.round((sorted[Math.ceil(share * sorted.length) - 1] ?? 0) * 10) / 10;
  return { way, p50Ms: at(0.5), p99Ms: at(0.99), ends: sorted.length };
}
