import { evmAddress, evmChain, RelayError } from '@interline/kernel';
import type { QueueReading } from '@interline/ports';
import { accountSweep, findingOf } from './judge-account.ts';
import type { AccountRecord } from '../repository.ts';
import { expect } from 'chai';

const chain = evmChain(8453);
const account = evmAddress(`0x5e${'0'.repeat(38)}`);

describe('the finding about an account', () => {
  it('is that the store is behind from the first transaction on that it has not allotted', () => {
    const record = given({ nextSlot: 5, lastMined: 3 });

    expect(findingOf({ record, before: record, queue: counted(5, 5) })).to.equal('unchanged');
    expect(findingOf({ record, before: record, queue: counted(6, 6) })).to.equal('behind');
  });

  it('includes transactions in the pool, because someone has sent them', () => {
    const record = given({ nextSlot: 5, lastMined: 3 });

    expect(findingOf({ record, before: record, queue: counted(4, 5) })).to.equal('unchanged');
    expect(findingOf({ record, before: record, queue: counted(4, 6) })).to.equal('behind');
  });

  it('uses the store as it is after the chain was asked: another process may have allotted and sent meanwhile', () => {
    const before = given({ nextSlot: 5, lastMined: 3 });

    expect(
      findingOf({ record: given({ nextSlot: 6, lastMined: 5 }), before, queue: counted(6, 6) }),
    ).to.equal('unchanged');
  });

  it('is a reorg if the chain counts no more than the number the store saw final before', () => {
    const before = given({ nextSlot: 9, lastMined: 5, lastFinal: 3 });

    expect(
      findingOf({ record: given({ nextSlot: 9, lastFinal: 4 }), before, queue: counted(4, 9) }),
    ).to.equal('unchanged');
    expect(findingOf({ record: before, before, queue: counted(3, 9) })).to.equal('reorged');
  });

  it('is that the chain has caught up once it counts more than the number the store saw final', () => {
    const record = given({
      nextSlot: 9,
      lastMined: 5,
      lastFinal: 3,
      stopped: 'chain-behind: the chain counts 2',
    });

    expect(findingOf({ record, before: record, queue: counted(3, 3) })).to.equal('unchanged');
    expect(findingOf({ record, before: record, queue: counted(4, 4) })).to.equal('caught-up');
  });

  it('is never that for a store that was behind, nor for an unknown reason', () => {
    for (const stopped of ['store-behind: the chain counts 7', 'the chain went back']) {
      const record = given({ nextSlot: 9, lastMined: 3, stopped });

      expect(findingOf({ record, before: record, queue: counted(9, 9) }), stopped).to.equal(
        'behind',
      );
    }
  });

  it('is a doubt while nodes count differently, whichever is right', () => {
    const queue = { mined: 5, pending: 6, leastPending: 5 };
    const record = given({ nextSlot: 5, lastMined: 3 });
    const stopped = given({ ...record, stopped: 'chain-behind: the nodes count 5 to 6' });

    expect(findingOf({ record, before: record, queue })).to.equal('doubted');
    expect(findingOf({ record: stopped, before: stopped, queue })).to.equal('doubted');
    expect(findingOf({ record: stopped, before: stopped, queue: counted(5, 5) })).to.equal(
      'caught-up',
    );
    expect(findingOf({ record: stopped, before: stopped, queue: counted(6, 6) })).to.equal(
      'behind',
    );
  });

  it('is a doubt, and not that the store is behind, if one node counts so and the others are silent', () => {
    const queue = { mined: 6, pending: 6, leastPending: null };
    const record = given({ nextSlot: 5, lastMined: 3 });
    const behind = given({ ...record, stopped: 'store-behind: the chain counts 6' });

    expect(findingOf({ record, before: record, queue })).to.equal('doubted');
    expect(findingOf({ record: { ...record, nextSlot: 6 }, before: record, queue })).to.equal(
      'unchanged',
    );
    expect(findingOf({ record: behind, before: behind, queue })).to.equal('behind');
  });

  it('is that it was never used if the store does not have it', () => {
    expect(findingOf({ record: null, before: null, queue: counted(7, 7) })).to.equal('unopened');
  });
});

describe('an account whose chain cannot be asked', () => {
  it("is logged with our own description of the node's fault", async () => {
    const lines: unknown[] = [];
    const words = 'Core cannot load the wallet "watch-deposits-1"';
    const queue = async () => Promise.reject(new RelayError('CHAIN_UNREACHABLE', {}, words));
    const sweep = accountSweep({
      store: { reads: { transactions: { account: async () => null } } },
      custody: { chains: [chain], account: () => account, queue },
      former: [],
      log: { warn: (...line: readonly unknown[]) => lines.push(line) },
    } as unknown as Parameters<typeof accountSweep>[0]); // CAST: the parts that a sweep uses first.

    await sweep(new AbortController().signal);

    const fault = { code: 'CHAIN_UNREACHABLE', reason: words };
    expect(lines).to.deep.equal([
      ['account-not-judged', { chain, role: 'spender', ...fault }],
      ['account-not-judged', { chain, role: 'float', ...fault }],
    ]);
  });
});

function counted(mined: number, pending: number): QueueReading {
  return { mined, pending, leastPending: pending };
}

function given(change: Partial<AccountRecord>): AccountRecord {
  const fresh = { nextSlot: 0, lastMined: -1, lastFinal: -1, stopped: null, stoppedAtMs: null };
  return { chain, account, ...fresh, ...change };
}
