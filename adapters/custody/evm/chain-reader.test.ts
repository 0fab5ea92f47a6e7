import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { evmChain } from '@interline/kernel';
import type { Clock, Log } from '@interline/ports';
import type { EvmChain } from './evm-chain.ts';
import { readableChain } from './chain-reader.ts';
import { ChainClient } from './rpc/chain-client.ts';
import { RpcFault } from './rpc/rpc-fault.ts';
import { ReachedHeads } from './rpc/reached-heads.ts';
import type { RpcNode } from './rpc/rpc-node.ts';

const log: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => log,
};
const { signal } = new AbortController();

describe('a chain that quotes read', () => {
  it('counts as up before its first reading, which is asked for in the background', async () => {
    const { chain, asked } = scriptedChain();

    const atFirst = chain.isUp();
    await turn();

    expect([atFirst, asked()]).to.deep.equal([true, 1]);
  });

  it('counts as up after a minute in which it was not asked, and after an hour', async () => {
    const { chain, read, pass } = scriptedChain();
    await read();

    pass(60_000);
    const afterMinute = chain.isUp();
    await turn();
    pass(3_600_000);

    expect([afterMinute, chain.isUp()]).to.deep.equal([true, true]);
  });

  it('is down for 30 s after a failed reading, and only the next reading changes that', async () => {
    const { chain, read, fail, pass } = scriptedChain();
    await read();
    const before = chain.isUp();
    fail('refuse');
    await read();

    const failed = chain.isUp();
    fail('hang');
    pass(30_000);
    const late = chain.isUp();
    pass(1);

    expect([before, failed, late, chain.isUp()]).to.deep.equal([true, false, false, true]);
  });

  it('is up again with the first answer', async () => {
    const { chain, read, fail } = scriptedChain();
    fail('refuse');
    await read();
    const failed = chain.isUp();

    fail('no');
    await read();

    expect([failed, chain.isUp()]).to.deep.equal([false, true]);
  });

  it('stays down while each reading in the background fails', async () => {
    const { chain, fail, pass } = scriptedChain();
    fail('refuse');
    chain.isUp();
    await turn();

    const seen: boolean[] = [];
    for (let minute = 0; minute < 10; minute += 1) {
      pass(6_000);
      seen.push(chain.isUp());
      await turn();
    }

    expect(seen).to.deep.equal(Array.from({ length: 10 }, () => false));
  });

  it('is down where the second of two nodes stands still for more than two minutes of its time, until it follows', async () => {
    const heads = [1_000, 1_000];
    const { chain, pass } = chainOfHeads(heads);
    const seen: boolean[] = [];
    for (const second of [1_120, 1_120, 1_121, 1_121, 1_122]) {
      heads[0] = second;
      if (seen.length === 3) heads[1] = second;
      pass(10_000);
      chain.isUp();
      await turn();
      seen.push(chain.isUp());
    }

    expect(seen).to.deep.equal([true, true, false, true, true]);
  });

  it('is up where the second has a block a moment later that came after ten quiet minutes, and down where it has it not 10 s later', async () => {
    const heads = [1_000, 1_000];
    const { chain, pass } = chainOfHeads(heads);
    const look = async (afterMs: number): Promise<boolean> => {
      pass(afterMs);
      chain.isUp();
      await turn();
      return chain.isUp();
    };
    await look(6_000);
    heads[0] = 1_600;
    const late = [await look(6_000)];
    heads[1] = 1_600;
    late.push(await look(3_600_000));
    heads[0] = 2_200;
    const never = [await look(6_000), await look(9_999), await look(5_001)];

    expect([late, never]).to.deep.equal([
      [true, true],
      [true, true, false],
    ]);
  });

  it('reads another of three nodes first where the first stands still, and that one again once it follows', async () => {
    const heads = [1_000, 1_060, 1_060];
    const { chain, client, read, pass } = chainOfHeads(heads);
    const first: (number | undefined)[] = [];
    for (const at of [1_060, 1_061, 1_061, 1_062]) {
      heads.fill(at, 1);
      if (first.length === 2) heads[0] = at;
      pass(6_000);
      chain.isUp();
      await turn();
      read.splice(0);
      await client.read((node) => node.ask([]), signal);
      first.push(read[0]);
    }

    expect(first).to.deep.equal([1, 2, 1, 1]);
  });

  it('is asked once at a time, and at most every 5 s', async () => {
    const { chain, asked, fail } = scriptedChain();
    fail('hang');
    for (let at = 0; at < 50; at += 1) chain.isUp();
    await turn();
    const hanging = asked();

    const answering = scriptedChain();
    answering.chain.isUp();
    await turn();
    answering.pass(5_000);
    answering.chain.isUp();
    const fresh = answering.asked();
    answering.pass(1);
    answering.chain.isUp();

    expect([hanging, fresh, answering.asked()]).to.deep.equal([1, 1, 2]);
  });
});

/** A node for each of these heads, read when the node is asked, and a manual clock. */
function chainOfHeads(heads: readonly number[]) {
  let nowMs = 1_000;
  const read: number[] = [];
  const alarm = () => ({ rang: new Promise(() => undefined), cancel: () => undefined });
  const clock = { now: () => nowMs, monotonic: () => nowMs, alarm } as unknown as Clock; // CAST: nothing here sleeps.
  const nodes = heads.map((_head, index) => ({
    number: index + 1,
    isResting: false,
    isBehind: false,
    rest: () => undefined,
    wake: () => undefined,
    async ask() {
      read.push(index + 1);
      return [{ number: heads[index], timestampSec: heads[index] }];
    },
  })) as unknown as readonly RpcNode[]; // CAST: the client uses nothing else of a node.
  const client = new ChainClient(evmChain(8453), nodes, { clock, log, onRead: () => undefined });
  const shown = { client, heads: new ReachedHeads(client, clock) } as EvmChain; // CAST: `isUp` uses nothing else.
  return {
    chain: readableChain(shown, clock),
    client,
    read,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

/** One node behind the chain's own client, and a manual clock. */
function scriptedChain() {
  let nowMs = 1_000;
  let asked = 0;
  let fault: 'no' | 'refuse' | 'hang' = 'no';
  const clock = { now: () => nowMs, monotonic: () => nowMs } as Clock; // CAST: nothing here waits.
  const node = {
    number: 1,
    isResting: false,
    rest: () => undefined,
    wake: () => undefined,
    async ask() {
      asked += 1;
      if (fault === 'hang') return new Promise(() => undefined);
      if (fault === 'refuse') throw new RpcFault('bad-status', 'the node answered with status 500');
      return [1];
    },
  } as unknown as RpcNode; // CAST: the client uses nothing else of a node.
  const client = new ChainClient(evmChain(8453), [node], { clock, log, onRead: () => undefined });
  const chain = readableChain(
    { client, heads: new ReachedHeads(client, clock) } as EvmChain,
    clock,
  ); // CAST: `isUp` uses nothing else of the chain.
  return {
    chain,
    asked: () => asked,
    fail: (how: typeof fault) => {
      fault = how;
    },
    pass: (ms: number) => {
      nowMs += ms;
    },
    read: () => client.read((one) => one.ask([]), signal).catch(() => undefined),
  };
}
