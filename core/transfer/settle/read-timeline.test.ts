import { asAddress, chainRef, routeOwner, type Transaction } from '@interline/kernel';
import { expect } from 'chai';
import type { Route } from '../route.ts';
import { readTimeline } from './read-timeline.ts';

const base = chainRef('eip155:8453');
const id = 'rt_1';

describe("a route's timeline", () => {
  it('has each transaction with its start and first sending, from data that is stored anyway', async () => {
    const read = reading({
      route: { status: 'DONE', createdAtMs: 1_000, updatedAtMs: 9_000 },
      transactions: [
        transaction('payout', { createdAtMs: 5_000, state: 'open' }),
        transaction('pull', {
          createdAtMs: 1_000,
          state: 'mined',
          minedHash: '0xm',
          minedBlock: 7,
        }),
        transaction('noop', { createdAtMs: 1_500 }),
      ],
      signed: [
        { transactionId: 'pull', hash: '0xa', committedAtMs: 1_100 },
        { transactionId: 'pull', hash: '0xm', committedAtMs: 4_000 },
        { transactionId: 'payout', hash: '0xp', committedAtMs: 5_100 },
      ],
    });

    const { steps, endedAtMs } = await read(id);

    expect(endedAtMs).to.equal(9_000);
    expect(
      steps.map(({ purpose, begunAtMs, sentAtMs, forms, hash, minedBlock }) => [
        purpose,
        begunAtMs,
        sentAtMs,
        forms,
        hash,
        minedBlock,
      ]),
    ).to.deep.equal([
      ['pull', 1_000, 1_100, 2, '0xm', 7],
      ['payout', 5_000, 5_100, 1, '0xp', null],
    ]);
  });

  it('finds a merged transaction in the multicall that carries it', async () => {
    const carried = { by: 'batch', group: 0, of: 1 };
    const read = reading({
      route: { status: 'BRIDGING', createdAtMs: 1_000, updatedAtMs: 1_000 },
      transactions: [
        transaction('pull', {
          multicall: { bundle: 'b', position: 0, call: null as never, carried },
        }),
      ],
      signed: [{ transactionId: 'batch', hash: '0xb', committedAtMs: 1_300 }],
    });

    const { steps, endedAtMs } = await read(id);

    expect(endedAtMs).to.equal(null);
    expect([steps[0]?.hash, steps[0]?.sentAtMs]).to.deep.equal(['0xb', 1_300]);
  });

  it('is unknown if the route is unknown', async () => {
    const error: unknown = await reading(null)(id).catch((thrown: unknown) => thrown);

    expect(error).to.have.property('code', 'UNKNOWN_ROUTE');
  });
});

function reading(
  kept: {
    readonly route: Partial<Route>;
    readonly transactions: readonly Transaction[];
    readonly signed: readonly {
      readonly transactionId: string;
      readonly hash: string;
      readonly committedAtMs: number;
    }[];
  } | null,
) {
  return readTimeline({
    store: {
      reads: {
        transfers: { route: async () => (kept === null ? null : ({ id, ...kept.route } as Route)) }, // CAST: the rest is not read.
        transactions: {
          transactionsOf: async () => kept?.transactions ?? [],
          signedTransactionsOf: async (ids) =>
            (kept?.signed ?? [])
              .filter(({ transactionId }) => ids.includes(transactionId))
              .map((one) => ({ ...one, raw: '0x' }) as never), // CAST: as above.
        },
      },
    },
  });
}

function transaction(
  purpose: Transaction['purpose'],
  change: Partial<Transaction> = {},
): Transaction {
  return {
    id: purpose,
    owner: routeOwner(id),
    step: 0,
    purpose,
    chain: base,
    role: 'spender',
    account: asAddress('0x11'),
    slot: 0,
    state: 'open',
    expects: null,
    minedHash: null,
    minedBlock: null,
    minedBlockHash: null,
    simulated: null,
    gasUsed: null,
    gasCost: null,
    reorgs: 0,
    isFinal: false,
    createdAtMs: 1_000,
    multicall: null,
    feeCap: null,
    stuck: null,
    ...change,
  };
}
