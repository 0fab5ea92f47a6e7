import {
  routeOwner,
  asUnits,
  type Book,
  type TransactionPurpose,
  evmAddress,
  evmChain,
} from '@interline/kernel';
import type { Prepared } from '@interline/ports';
import type { TransactionUnit } from '../repository.ts';
import type { TransactionPorts } from '../ports.ts';
import { commitTransactions } from './commit-transactions.ts';
import { expect } from 'chai';

const chain = evmChain(8453);
const spender = evmAddress(`0x5e${'0'.repeat(38)}`);

describe('transactions that are committed together', () => {
  it('have the same time, so that a reorg of the first does not treat the others as later attempts', async () => {
    const committed = await committedAt(1_001, [], ['allowance', 'pull', 'approve', 'call']);

    expect(committed.map(({ transaction }) => transaction.createdAtMs)).to.deep.equal([
      1_001, 1_001, 1_001, 1_001,
    ]);
    expect(committed.map(({ transaction }) => transaction.multicall?.position)).to.deep.equal([
      0, 1, 2, 3,
    ]);
  });

  it('are later than everything their route committed before, even if this clock is behind', async () => {
    const committed = await committedAt(1_001, [900, 21_000, 20_000], ['payout']);

    expect(committed.map(({ transaction }) => transaction.createdAtMs)).to.deep.equal([21_001]);
  });
});

/**
 * Commits with a clock that starts at this time and advances, after transactions of those times.
 */
function committedAt(
  atMs: number,
  before: readonly number[],
  purposes: readonly TransactionPurpose[],
) {
  let nowMs = atMs - 1;
  const tx = {
    transactions: {
      holding: async (book: Book) => ({
        reading: { book, units: asUnits(10n ** 18n), block: 1 },
        taken: 0n,
      }),
      account: async () => null,
      insertUnplaced: async () => undefined,
      insertReservation: async () => undefined,
      transactionsOf: async () => before.map((createdAtMs) => ({ createdAtMs })),
    },
  };
  const ports = {
    custody: { mergesTransactions: () => true },
    entropy: { hex: () => 'aa' },
    clock: { now: () => (nowMs += 1) },
    log: { warn: () => undefined },
  };
  return commitTransactions(
    ports as unknown as TransactionPorts, // CAST: the ports that a commit uses.
    tx as unknown as TransactionUnit, // CAST: the parts of the unit that a commit uses.
    routeOwner('rt_1'),
    -1,
    purposes.map(one),
  );
}

function one(purpose: TransactionPurpose): Prepared {
  return {
    purpose,
    chain,
    role: 'spender',
    account: spender,
    expects: null,
    block: 1,
    tx: {
      to: evmAddress(`0x70${'0'.repeat(38)}`),
      data: '0x',
      value: 0n,
      gasLimit: 100_000n,
      maxFeeRate: 1n,
      tip: 1n,
    },
  };
}
