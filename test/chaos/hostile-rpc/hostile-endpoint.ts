import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { seededChance } from '../seeded-chance.ts';
import { type Dealt, type EndpointState, hostileBackend } from './hostile-backend.ts';
import { headTape } from './head-tape.ts';
import type { AskedCall, Reply } from './json-rpc-call.ts';
import { type Climate, type Weather, weatherOf } from './weather.ts';

/** What was dealt out so far, by kind; only what changed an answer or broke one counts. */
export type DealtTally = Readonly<Partial<Record<Dealt, number>>>;

/** A hosted endpoint of several backends, all before one real node; honest until it begins. */
export interface HostileEndpoint {
  readonly urls: readonly string[];
  begin(): void;
  /** Resolves once the weather is over; at once where it never began. */
  cleared(): Promise<void>;
  dealt(): DealtTally;
  close(): Promise<void>;
}

export interface EndpointOptions {
  readonly chainId: number;
  readonly rpcUrl: string;
  readonly backends: number;
  readonly climate: Climate;
  /** In the place of what the climate's seed decides. */
  readonly weatherOfBackend?: (backend: number) => Weather;
}

const lookEveryMs = 25;

export async function hostileEndpoint({
  chainId,
  rpcUrl,
  backends,
  climate,
  weatherOfBackend = (backend) => weatherOf(climate, chainId, backend),
}: EndpointOptions): Promise<HostileEndpoint> {
  const pool = new Pool(rpcUrl, { connections: 32 });
  const ask = (calls: readonly AskedCall[]): Promise<readonly Reply[]> => askNode(pool, calls);
  const headNow = async (): Promise<number> =>
    Number(
      (await ask([{ jsonrpc: '2.0', id: 0, method: 'eth_blockNumber', params: [] }]))[0]?.result,
    );
  const tape = headTape(await headNow());
  const over = new AbortController();
  const dealt: Partial<Record<Dealt, number>> = {};
  let beganMs: number | null = null;
  const state: EndpointState = {
    tape,
    ask,
    heights: new Map(),
    chance: seededChance(climate.seed + chainId),
    weatherMs: () => (beganMs === null ? null : performance.now() - beganMs),
    nowMs: () => performance.now(),
    dealt: (kind) => {
      dealt[kind] = (dealt[kind] ?? 0) + 1;
    },
  };
  const all = await Promise.all(
    Array.from({ length: backends }, (_, backend) =>
      hostileBackend(state, weatherOfBackend(backend)),
    ),
  );
  const isOver = (): boolean =>
    beganMs !== null && performance.now() - beganMs >= climate.clearsAfterMs;
  const watch = async (): Promise<void> => {
    while (!over.signal.aborted && !isOver()) {
      // A node that is stopped while it is asked has no head.
      await headNow().then(
        (head) => tape.note(head, performance.now()),
        () => undefined,
      );
      await pause(lookEveryMs, undefined, { signal: over.signal }).catch(() => undefined);
    }
  };
  let watching: Promise<void> = Promise.resolve();
  return {
    urls: all.map(({ url }) => url),
    begin() {
      beganMs = performance.now();
      watching = watch();
    },
    async cleared() {
      const leftMs = beganMs === null ? 0 : beganMs + climate.clearsAfterMs - performance.now();
      await pause(Math.max(0, leftMs));
    },
    dealt: () => dealt,
    async close() {
      over.abort();
      await watching;
      await Promise.all(all.map((one) => one.close()));
      await pool.destroy();
    },
  };
}

async function askNode(pool: Pool, calls: readonly AskedCall[]): Promise<readonly Reply[]> {
  const answer = await pool.request({
    path: '/',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(calls),
  });
  return (await answer.body.json()) as Reply[]; // CAST: JSON-RPC 2.0's own shape: a batch is answered by a list.
}
