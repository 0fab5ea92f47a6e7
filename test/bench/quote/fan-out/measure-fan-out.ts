import { cpuMsOf } from '../../cpu/process-cpu.ts';
import { closedLoop } from '../../load/closed-loop.ts';
import { HttpLink } from '../../load/http-link.ts';
import { median } from '../../load/median.ts';
import { openLoop } from '../../load/open-loop.ts';
import { type Percentiles, percentiles } from '../../load/percentiles.ts';
import { engines } from '../engines/engines.ts';
import { quoteClient } from '../quote-client.ts';
import type { QuoteScene } from '../quote-scene.ts';
import { startFanOut } from './start-fan-out.ts';

/** A quote beside nothing but the eight calls it makes. */
export interface FanOutFigures {
  readonly rounds: number;
  /** At a fixed rate, whatever the answers take. */
  readonly perSec: number;
  readonly quoteMs: Percentiles;
  readonly fanOutMs: Percentiles;
  /** p50 of the quotes over that of the fan-out in the same round, the median of the rounds. */
  readonly overMs: number;
  /** Of a quote, and of a fan-out, with that many clients at once; null where the system does not tell. */
  readonly cpu: {
    readonly clients: number;
    readonly quoteMs: number;
    readonly fanOutMs: number;
    /** The median of the rounds. */
    readonly ratio: number;
  } | null;
  /** Quotes that lack the price of an engine. */
  readonly incomplete: number;
}

export interface FanOutPlan {
  readonly rounds: number;
  readonly perSec: number;
  /** In each round at the fixed rate. */
  readonly paced: number;
  readonly clients: number;
  /** In each round by the clients. */
  readonly asked: number;
}

interface Side {
  /** Milliseconds since it was due, and engines that answered. */
  ask(dueMs: number): Promise<{ readonly tookMs: number; readonly priced: number }>;
  readonly pid: number;
}

interface Round {
  readonly quoteMs: readonly number[];
  readonly fanOutMs: readonly number[];
  readonly cpu: { readonly quoteMs: number; readonly fanOutMs: number } | null;
}

/** The two take turns, each second round the other way round; both are asked over the same kind of connections. */
export async function measureFanOut(
  scene: QuoteScene,
  { rounds, perSec, paced, clients, asked }: FanOutPlan,
): Promise<FanOutFigures> {
  const client = quoteClient(scene, clients);
  await client.quote();
  const fanOut = await startFanOut({
    urls: scene.fleet.urls,
    calls: await scene.fleet.lastCalls(),
    connections: clients,
  });
  const bare = new HttpLink(fanOut.url, clients);
  let incomplete = 0;
  const quoted: Side = {
    pid: scene.service.pid,
    async ask(dueMs) {
      const { priced } = await client.quote();
      if (priced < engines.length) incomplete += 1;
      return { tookMs: performance.now() - dueMs, priced };
    },
  };
  const fanned: Side = {
    pid: fanOut.pid,
    async ask(dueMs) {
      const { body } = await bare.post('/', question);
      return { tookMs: performance.now() - dueMs, priced: Number(body['bestOf']) };
    },
  };
  try {
    // Code is compiled and connections are opened before anything is timed.
    for (const side of [quoted, fanned]) await cpuOf(side, asked, clients);
    incomplete = 0;
    const done: Round[] = [];
    while (done.length < rounds)
      done.push(await (done.length % 2 === 0 ? inOrder(quoted, fanned) : inOrder(fanned, quoted)));
    return figuresOf(done);
  } finally {
    await Promise.all([client.close(), bare.close()]);
    await fanOut.stop();
  }

  async function inOrder(first: Side, second: Side): Promise<Round> {
    const tookMs = new Map<Side, readonly number[]>();
    const cpuMs = new Map<Side, number | null>();
    for (const side of [first, second])
      tookMs.set(
        side,
        (await openLoop(paced, perSec, (dueMs) => side.ask(dueMs))).map((one) => one.tookMs),
      );
    for (const side of [first, second]) cpuMs.set(side, await cpuOf(side, asked, clients));
    const [quoteCpu, fanOutCpu] = [cpuMs.get(quoted) ?? null, cpuMs.get(fanned) ?? null];
    return {
      quoteMs: tookMs.get(quoted) ?? [],
      fanOutMs: tookMs.get(fanned) ?? [],
      cpu:
        quoteCpu === null || fanOutCpu === null ? null : { quoteMs: quoteCpu, fanOutMs: fanOutCpu },
    };
  }

  function figuresOf(done: readonly Round[]): FanOutFigures {
    const cpu = done.flatMap((round) => (round.cpu === null ? [] : [round.cpu]));
    return {
      rounds: done.length,
      perSec,
      quoteMs: percentiles(done.flatMap(({ quoteMs }) => quoteMs)),
      fanOutMs: percentiles(done.flatMap(({ fanOutMs }) => fanOutMs)),
      overMs: median(done.map(({ quoteMs, fanOutMs }) => median(quoteMs) - median(fanOutMs))),
      cpu:
        cpu.length === 0
          ? null
          : {
              clients,
              quoteMs: median(cpu.map(({ quoteMs }) => quoteMs)),
              fanOutMs: median(cpu.map(({ fanOutMs }) => fanOutMs)),
              ratio: median(cpu.map(({ quoteMs, fanOutMs }) => quoteMs / fanOutMs)),
            },
      incomplete,
    };
  }
}

/** Milliseconds of its process's CPU for one question. */
async function cpuOf(side: Side, asked: number, clients: number): Promise<number | null> {
  const before = cpuMsOf(side.pid);
  await closedLoop(
    Array.from({ length: asked }, () => () => side.ask(performance.now())),
    clients,
  );
  const after = cpuMsOf(side.pid);
  return before === null || after === null ? null : (after - before) / asked;
}

const question = JSON.stringify({
  fromChain: 8453,
  toChain: 42_161,
  token: 'USDC',
  amount: '25000000',
  fromAddress: `0x${'1a'.repeat(20)}`,
  toAddress: `0x${'2b'.repeat(20)}`,
});
