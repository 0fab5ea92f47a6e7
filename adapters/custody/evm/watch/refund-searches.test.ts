import { asUnits, evmAddress } from '@interline/kernel';
import { expect } from 'chai';
import type { RpcCall } from '../rpc/json-rpc.ts';
import { LogRanges } from '../rpc/log-ranges.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';
import { RefundSearches } from './refund-searches.ts';
import type { TransferLog } from './transfers.ts';

const { signal } = new AbortController();
const engine = evmAddress(`0x${'33'.repeat(20)}`);
const search = {
  token: evmAddress(`0x${'11'.repeat(20)}`),
  to: evmAddress(`0x${'22'.repeat(20)}`),
  from: [engine],
  units: asUnits(5n),
  since: `0x${'44'.repeat(32)}`,
} as const;
const refund: TransferLog = {
  hash: `0x${'aa'.repeat(32)}`,
  block: 1_500,
  from: engine,
  units: 5n,
  logIndex: 0,
};

/** The hand-over is in block 500, the refund in block 1,500; a block is final at depth 32. */
describe('a search for refunds', () => {
  let asked: string[];
  let nowMs: number;
  let searches: RefundSearches;
  beforeEach(() => {
    asked = [];
    nowMs = 0;
    searches = searchesOf();
  });

  it('counts nothing as searched above the head that is returned with the logs', async () => {
    const wrong = await look({ head: 1_000_000, backend: 1_400 });
    const right = await look({ head: 2_000 });

    expect([wrong, right]).to.deep.equal([
      { hashes: [], isWhole: false, asked: ['500-10499'] },
      { hashes: [refund.hash], isWhole: true, asked: ['1270-2000'] },
    ]);
  });

  it('begins anew once two looks in succession show that more counts as searched than is final', async () => {
    const looks = [await look({ head: 30_000, serves: 1_400 })];
    for (const head of [2_000, 2_100, 2_200]) looks.push(await look({ head }));

    expect(looks).to.deep.equal([
      { hashes: [], isWhole: true, asked: ['500-10499', '10500-20499', '20500-30000'] },
      { hashes: [], isWhole: false, asked: [] },
      { hashes: [refund.hash], isWhole: true, asked: ['500-2100'] },
      { hashes: [refund.hash], isWhole: true, asked: ['1970-2200'] },
    ]);
  });

  it('is not whole at a head that is reported too low, and continues where it was', async () => {
    const first = await look({ head: 30_000 });
    const looks = [];
    for (const head of [600, 30_001, 600, 30_002]) looks.push(await look({ head }));

    expect(first.hashes).to.deep.equal([refund.hash]);
    expect(looks).to.deep.equal([
      { hashes: [refund.hash], isWhole: false, asked: [] },
      { hashes: [refund.hash], isWhole: true, asked: ['29870-30001'] },
      { hashes: [refund.hash], isWhole: false, asked: [] },
      { hashes: [refund.hash], isWhole: true, asked: ['29871-30002'] },
    ]);
  });

  it('is not whole at a first head more than a hundred blocks below the one beside the logs', async () => {
    const far = await look({ head: 1_399, backend: 1_500 });
    const near = await look({ head: 1_400, backend: 1_500 });

    expect([far.isWhole, near.isWhole]).to.deep.equal([false, true]);
  });

  it('goes on where its head falls back by a hundred blocks, and not by one more', async () => {
    const looks = [];
    for (const head of [5_000, 4_900, 4_899, 4_899]) {
      const { isWhole, asked: blocks } = await look({ head });
      looks.push([isWhole, ...blocks]);
    }

    expect(looks).to.deep.equal([
      [true, '500-5000'],
      [true, '4870-4900'],
      [false, '4870-4899'],
      [true, '500-4899'],
    ]);
  });

  it('is whole where the backend that serves the logs has all that is confirmed', async () => {
    searches = searchesOf({ confirmations: 3 });

    const has = await look({ head: 2_000, backend: 1_998 });
    const lacks = await look({ head: 3_000, backend: 2_997 });

    expect([has.isWhole, lacks.isWhole]).to.deep.equal([true, false]);
  });

  it('counts nothing as final above what enough nodes have reached', async () => {
    await look({ head: 10_000, reached: 2_000 });

    expect((await look({ head: 10_000 })).asked).to.deep.equal(['1870-10000']);
  });

  function searchesOf({ confirmations = 1 } = {}): RefundSearches {
    const clock = { monotonic: () => nowMs };
    return new RefundSearches(new LogRanges(), clock, { confirmations, finalDepth: 32 });
  }

  /**
   * One look, a minute later. `backend` is the head of the machine that searches; it `serves` logs
   * up to there.
   */
  async function look({
    head,
    reached = head,
    backend = head,
    serves = backend,
  }: {
    readonly head: number;
    readonly reached?: number;
    readonly backend?: number;
    readonly serves?: number;
  }) {
    nowMs += 60_000;
    const node = {
      number: 1,
      async ask([, logs]: readonly RpcCall<unknown>[]) {
        const [{ fromBlock, toBlock }] = logs?.params as readonly [Record<string, string>];
        const [from, to] = [Number(fromBlock), Number(toBlock)];
        asked.push(`${from}-${to}`);
        const isShown = from <= refund.block && refund.block <= Math.min(to, serves);
        return [backend, isShown ? [refund] : []];
      },
    } as unknown as RpcNode; // CAST: nothing else of it is used.
    const { logs, isWhole } = await searches.read(
      node,
      search,
      { first: 500, head, reached },
      signal,
    );
    return { hashes: logs.map(({ hash }) => hash), isWhole, asked: asked.splice(0) };
  }
});
