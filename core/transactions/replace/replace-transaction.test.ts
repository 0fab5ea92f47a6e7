import {
  asAddress,
  chainRef,
  evmChain,
  neverMined,
  routeOwner,
  type SignedTransaction,
  type Transaction,
} from '@interline/kernel';
import { expect } from 'chai';
import type { TransactionPorts } from '../ports.ts';
import { Ages } from '../send/ages.ts';
import { replaceIfStuck } from './replace-transaction.ts';

const { signal } = new AbortController();
const account = asAddress('an account');
const committedAtMs = 10_000_000;

describe('a pending transaction', () => {
  it('is replaced once its time has passed, and no sooner', async () => {
    const { forms, lookAt } = waiting();

    await lookAt(committedAtMs + 14_999);
    const before = forms.length;
    await lookAt(committedAtMs + 15_000);

    expect([before, forms.length]).to.deep.equal([1, 2]);
  });

  it('is not replaced while a remote signer has not signed it, because it was never sent', async () => {
    const { forms, lookAt } = waiting();
    const [first = expect.fail()] = forms;
    forms[0] = { ...first, raw: null };

    const toSend = await lookAt(committedAtMs + 3_600_000);

    expect(forms).to.have.length(1);
    expect(toSend).to.deep.equal(forms);
  });

  for (const chain of [evmChain(8453), chainRef('bitcoin:mainnet'), chainRef('stellar:pubnet')]) {
    it(`is replaced at the same pace on ${chain} if the clock was set back by an hour`, async () => {
      const { forms, lookAt } = waiting(chain);
      const counts: number[] = [];

      for (let passedMs = 0; passedMs <= 60_000; passedMs += 2_500) {
        await lookAt(committedAtMs - 3_600_000 + passedMs, passedMs);
        counts.push(forms.length);
      }

      // Read every 2.5 s, and replaced 15 s after the first look at each form.
      expect(counts).to.deep.equal([
        ...[1, 1, 1, 1, 1, 1],
        ...[2, 2, 2, 2, 2, 2, 2],
        ...[3, 3, 3, 3, 3, 3, 3],
        ...[4, 4, 4, 4, 4],
      ]);
      expect(forms.map((one) => one.committedAtMs)).to.deep.equal([
        10_000_000, 10_000_001, 10_000_002, 10_000_003,
      ]);
    });
  }
});

/** One transaction and its forms, read with clocks that the test controls. */
function waiting(chain = evmChain(8453)) {
  const transaction: Transaction = {
    id: 'ef_1',
    owner: routeOwner('rt_1'),
    step: 0,
    purpose: 'payout',
    chain,
    role: 'float',
    account,
    slot: 4,
    ...neverMined,
    expects: null,
    createdAtMs: committedAtMs,
    multicall: null,
  };
  const tx = { to: account, data: '0x', value: 0n, gasLimit: 21_000n, maxFeeRate: 1n, tip: 1n };
  const forms: SignedTransaction[] = [
    {
      hash: '0x01',
      transactionId: transaction.id,
      movements: [],
      chain,
      account,
      slot: 4,
      raw: '0x02',
      committedAtMs,
      tx: { ...tx, data: '0x' },
    },
  ];
  const inOrder = (): readonly SignedTransaction[] =>
    forms.toSorted((a, b) => a.committedAtMs - b.committedAtMs);
  const unit = {
    transactions: {
      account: async () => null,
      transaction: async () => transaction,
      signedTransactionsOf: async () => inOrder(),
      insertSignedTransaction: async (form: SignedTransaction) => {
        forms.push(form);
      },
      setReservation: async () => undefined,
      moveTransaction: async () => undefined,
    },
  };
  let shown = { nowMs: 0, monotonicMs: 0 };
  const clock = { now: () => shown.nowMs, monotonic: () => shown.monotonicMs };
  const ports = {
    clock,
    ages: new Ages(clock),
    policy: { bumpAfterMs: 15_000, slowBumpAfterMs: 600_000, maxBumps: 6 },
    store: {
      reads: { transactions: unit.transactions },
      run: async (_name: string, work: (tx: unknown) => unknown) => work(unit),
    },
    custody: {
      bump: async ({ tx: last }: SignedTransaction) => ({
        kind: 'dearer',
        tx: { ...last, maxFeeRate: last.maxFeeRate + 1n },
      }),
      seal: (
        _content: unknown,
        { tx: dearer }: Pick<SignedTransaction, 'tx'>,
        _slot: number,
        atMs: number,
      ) => ({ ...forms[0], hash: `0x0${dearer.maxFeeRate}`, tx: dearer, committedAtMs: atMs }),
    },
  };
  return {
    forms,
    lookAt: (nowMs: number, monotonicMs = nowMs) => {
      shown = { nowMs, monotonicMs };
      // CAST: the parts that a replacement uses.
      return replaceIfStuck(ports as unknown as TransactionPorts, transaction, signal);
    },
  };
}
