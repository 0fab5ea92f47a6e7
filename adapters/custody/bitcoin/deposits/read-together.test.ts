import { asAddress, chainRef } from '@interline/kernel';
import type { DepositReading, WatchedAddress } from '@interline/ports';
import { expect } from 'chai';
import { StillReading } from '../node/node-access.ts';
import { readTogether } from './read-together.ts';

describe('readings of deposit addresses', () => {
  const { signal } = new AbortController();
  const chain = chainRef('bip122:0f9188f13cb7b2c71f2a335e3a4fc328');

  it('that are asked while one is under way are one reading after it, each with its own addresses', async () => {
    const node = scriptedNode();
    const read = readTogether(node.read);
    const answers = [['a'], ['b', 'c'], [], ['d']].map((names) => read(watched(names), signal));
    await node.answer();
    await node.answer();

    expect(node.asked).to.deep.equal([['a'], ['b', 'c', 'd']]);
    expect((await Promise.all(answers)).map(namesOf)).to.deep.equal([['a'], ['b', 'c'], [], ['d']]);
  });

  it('fail together, and the next one is read all the same', async () => {
    const node = scriptedNode();
    const read = readTogether(node.read);
    const [first, ...both] = ['a', 'b', 'c'].map((name) =>
      read(watched([name]), signal).then(namesOf, () => 'failed'),
    );
    await node.answer();
    await node.fail();
    const next = read(watched(['d']), signal);
    await node.answer();

    expect(await Promise.all([first, ...both])).to.deep.equal([['a'], 'failed', 'failed']);
    expect(namesOf(await next)).to.deep.equal(['d']);
  });

  it('are each asked for alone where the node still reads old blocks for one of them', async () => {
    const node = scriptedNode();
    const read = readTogether(node.read);
    const all = ['a', 'b', 'c'].map((name) =>
      read(watched([name]), signal).then(namesOf, (error: unknown) => String(error)),
    );
    await node.answer();
    await node.fail(new StillReading(chain));
    await node.fail(new StillReading(chain));
    await node.answer();

    expect(node.asked).to.deep.equal([['a'], ['b', 'c'], ['b'], ['c']]);
    expect(await Promise.all(all)).to.deep.equal([
      ['a'],
      "RelayError: the bitcoin node's wallet is still reading blocks for our addresses",
      ['c'],
    ]);
  });

  it('stop when all who asked have given up, and not before', async () => {
    const node = scriptedNode();
    const read = readTogether(node.read);
    const [one, other] = [new AbortController(), new AbortController()];
    const asked = [
      read(watched(['a']), signal),
      read(watched(['b']), one.signal),
      read(watched(['c']), other.signal),
    ];
    await node.answer();
    one.abort();
    const afterOne = node.isStopped();
    other.abort();
    const afterBoth = node.isStopped();
    await node.answer();
    await Promise.all(asked);

    expect([afterOne, afterBoth]).to.deep.equal([false, true]);
  });
});

function scriptedNode() {
  const asked: string[][] = [];
  const open: PromiseWithResolvers<undefined>[] = [];
  let last: AbortSignal | undefined;
  const turn = () => new Promise((done) => setImmediate(done));
  return {
    asked,
    isStopped: () => last?.aborted === true,
    read: async (
      these: readonly WatchedAddress[],
      signal: AbortSignal,
    ): Promise<DepositReading> => {
      asked.push(these.map(({ address }) => address));
      last = signal;
      const gate = Promise.withResolvers<undefined>();
      open.push(gate);
      await gate.promise;
      return {
        tipTimeMs: 0,
        addresses: these.map(({ address }) => ({ address, outputs: [], replaced: [] })),
      };
    },
    async answer() {
      open.shift()?.resolve(undefined);
      await turn();
    },
    async fail(fault = new Error('the node is down')) {
      open.shift()?.reject(fault);
      await turn();
    },
  };
}

function watched(names: readonly string[]): readonly WatchedAddress[] {
  return names.map((name) => ({ address: asAddress(name), known: [] }));
}

function namesOf({ addresses }: DepositReading): readonly string[] {
  return addresses.map(({ address }) => address);
}
