import { type Transaction, evmChain } from '@interline/kernel';
import { expect } from 'chai';
import type { TransactionPorts } from '../ports.ts';
import { awaitTransaction } from './await-transaction.ts';

const { signal } = new AbortController();

describe('the wait for a transaction', () => {
  it('lasts no longer if the clock is set back by an hour meanwhile', async () => {
    let [wallMs, passedMs] = [10_000_000, 0];
    const waited: number[] = [];
    // CAST: the parts that waiting for an unmined transaction uses.
    const ports = {
      clock: { now: () => wallMs + passedMs, monotonic: () => passedMs },
      policy: {
        finality: { '*': { tiers: [], confirmations: 1, finalDepth: 1 } },
        rebroadcastAfterMs: 200,
      },
      store: {
        reads: {
          transactions: {
            signedTransactionsOf: async () => [],
            transactionsOf: async () => [],
            account: async () => null,
          },
        },
      },
      sender: { send: async () => [] },
      watch: {
        until: async (_one: unknown, _forms: unknown, _enough: unknown, patienceMs: number) => {
          waited.push(patienceMs);
          passedMs += patienceMs;
          if (waited.length === 1) wallMs -= 3_600_000;
          if (waited.length === 10) throw new Error('it still waits');
          return null;
        },
      },
    } as unknown as TransactionPorts;

    const { verdict } = await awaitTransaction(ports, open, { patienceMs: 500 }, signal);

    expect([verdict, waited]).to.deep.equal(['pending', [200, 200, 100, 0]]);
  });
});

// CAST: the transaction fields that the wait reads.
const open = {
  id: 'ef_1',
  owner: { kind: 'route', id: 'rt_1' },
  chain: evmChain(8453),
  role: 'float',
  slot: 0,
  state: 'open',
  multicall: null,
} as unknown as Transaction;
