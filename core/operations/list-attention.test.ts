import { evmAddress, evmChain } from '@interline/kernel';
import { expect } from 'chai';
import { stopAdvice } from '../transactions/index.ts';
import { attentionStages, listAttention } from './list-attention.ts';

const chain = evmChain(8453);
const float = evmAddress('0x00000000000000000000000000000000000000f1');
const spender = evmAddress('0x00000000000000000000000000000000000000a1');
const former = evmAddress('0x00000000000000000000000000000000000000b1');

describe('what waits for an operator', () => {
  it('is the routes of the waiting stages, a held refund since it was first held', async () => {
    const { list, asked } = given({
      routes: [
        { id: 'rt_1', stage: 'REFUND_HELD', updatedAtMs: 900 },
        { id: 'rt_2', stage: 'OVERDUE', updatedAtMs: 300 },
      ],
      liabilities: [
        {
          routeId: 'rt_1',
          sinceMs: 100,
          reason: 'GAS_CEILING: the refund would take 10421023 gas',
        },
      ],
    });

    const { routes } = await list(20);

    expect(asked).to.deep.equal([[['VERIFYING', 'REFUND_HELD', 'OVERDUE', 'QUARANTINED'], 20]]);
    expect(
      routes.map(({ route, sinceMs, reason, advice }) => [route.id, sinceMs, reason, advice]),
    ).to.deep.equal([
      [
        'rt_1',
        100,
        'GAS_CEILING: the refund would take 10421023 gas',
        attentionStages['REFUND_HELD'],
      ],
      ['rt_2', 300, null, attentionStages['OVERDUE']],
    ]);
  });

  it('is the stopped accounts of the keys in use, each with what to do', async () => {
    const { list } = given({
      queues: [
        { account: float, stopped: 'store-behind: 3 unknown transactions' },
        { account: spender, stopped: null },
        { account: former, stopped: 'chain-behind: nonce 7' },
      ],
    });

    const { accounts } = await list(20);

    expect(accounts).to.deep.equal([
      {
        chain,
        role: 'float',
        reason: 'store-behind: 3 unknown transactions',
        advice: stopAdvice['store-behind'],
      },
    ]);
  });
});

describe('slots whose end the nodes do not show', () => {
  it('wait for the operator after 15 minutes, with the blocks that must hold what took them', async () => {
    const slot = {
      transactionId: 'ef_1',
      chain,
      account: float,
      slot: '7',
      reason: 'history-unserved',
      rangeFrom: 100,
      rangeTo: 164,
      sinceMs: 1_000_000_000 - 900_000,
      lookedAtMs: 999_990_000,
    };
    const { list } = given({
      slots: [
        slot,
        { ...slot, transactionId: 'ef_2', sinceMs: 1_000_000_000 - 899_999 },
        { ...slot, transactionId: 'ef_3', account: `0x${'99'.repeat(20)}` },
      ],
    });

    expect((await list(10)).slots).to.deep.equal([
      {
        transactionId: 'ef_1',
        chain,
        role: 'float',
        slot: '7',
        reason: 'history-unserved',
        range: { from: 100, to: 164 },
        sinceMs: 999_100_000,
        lookedAtMs: 999_990_000,
        advice:
          'no configured node serves the states or blocks since the slot was used; add one that does',
      },
    ]);
  });
});

function given(rows: {
  readonly routes?: readonly object[];
  readonly liabilities?: readonly object[];
  readonly queues?: readonly object[];
  readonly slots?: readonly object[];
}) {
  const asked: unknown[] = [];
  const list = listAttention({
    // CAST: the fields of these rows that the list reads.
    store: {
      reads: {
        transfers: {
          routesInStages: async (...question: unknown[]) => {
            asked.push(question);
            return rows.routes ?? [];
          },
        },
        books: { liabilities: async () => rows.liabilities ?? [] },
        transactions: {
          unmatchedTransactions: async () => [],
          accounts: async () =>
            (rows.queues ?? []).map((queue) => ({ chain, nextNonce: 8, lastMined: 7, ...queue })),
          unprovenSlots: async () => rows.slots ?? [],
        },
      },
    } as never,
    custody: { account: (role) => (role === 'float' ? float : spender) },
    clock: { now: () => 1_000_000_000 },
  });
  return { list, asked };
}
