import {
  type Transaction,
  type SignedTransaction,
  evmAddress,
  evmChain,
  type Hex,
} from '@interline/kernel';
import type { TransactionPorts } from '../ports.ts';
import { Ages } from './ages.ts';
import { resendOpen } from './resume-sending.ts';
import { expect } from 'chai';

const chain = evmChain(8453);
const account = evmAddress(`0x5e${'0'.repeat(38)}`);

const { signal } = new AbortController();

describe('an open transaction', () => {
  it('is sent again in slot order, even if a remote signer is silent about one of them', async () => {
    const { ports, sent } = given([
      signedTransaction('0x03', 3),
      signedTransaction('0x02', 2, { raw: null }),
      signedTransaction('0x01', 1),
    ]);

    const resent = await resendOpen(ports, 0, new AbortController().signal);

    expect([resent, sent]).to.deep.equal([2, ['0x01', '0x03']]);
  });

  it('is sent again if the clock was set back by an hour after its commit', async () => {
    const { ports, sent, pass } = given([signedTransaction('0x01', 1)], null, 3_601_000);

    const atStart = await resendOpen(ports, 0, signal);
    const young = await resendOpen(ports, 5_000, signal);
    pass(5_000);
    const aged = await resendOpen(ports, 5_000, signal);

    expect([atStart, young, aged]).to.deep.equal([1, 0, 1]);
    expect(sent).to.deep.equal(['0x01', '0x01']);
  });

  it('stays while the store is behind the chain, and is sent while the chain is behind the store', async () => {
    const still = given([signedTransaction('0x01', 1)], 'store-behind: the chain counts 5');
    const waiting = given([signedTransaction('0x01', 1)], 'chain-behind: the chain counts 0');

    const resent = [
      await resendOpen(still.ports, 0, signal),
      await resendOpen(waiting.ports, 0, signal),
    ];

    expect([resent, still.sent, waiting.sent]).to.deep.equal([[0, 1], [], ['0x01']]);
  });

  it('is followed again if it is a multicall that was left when its account stopped, which stayed open and unbooked until the next one', async () => {
    const multicall = [signedTransaction('0x01', 1)];
    const still = given(multicall, 'store-behind: the chain counts 5');
    const running = given(multicall);

    for (const one of [still, running]) await resendOpen(one.ports, 0, signal);

    expect([still.nudged, running.nudged]).to.deep.equal([[], ['eip155:8453 spender']]);
  });
});

/** A store with these open transactions, and a custody whose remote signer fails. */
function given(
  signedTransactions: readonly SignedTransaction[],
  stopped: string | null = null,
  createdAtMs = 0,
) {
  const sent: string[] = [];
  const nudged: string[] = [];
  let passedMs = 0;
  const clock = { now: () => 1_000 + passedMs, monotonic: () => passedMs };
  const ports = {
    clock,
    ages: new Ages(clock),
    store: {
      reads: {
        transactions: {
          openPage: async () =>
            signedTransactions.map(({ transactionId }): Partial<Transaction> => ({
              id: transactionId,
              createdAtMs,
              chain,
              account,
              role: 'spender',
              purpose: 'batch',
            })),
          signedTransactionsOf: async (ids: readonly string[]) =>
            signedTransactions.filter((one) => ids.includes(one.transactionId)),
          accounts: async () =>
            stopped === null ? [] : [{ chain, account, nextSlot: 4, lastMined: 0, stopped }],
        },
      },
    },
    custody: {
      chains: [chain],
      roleOf: () => 'spender',
      sign: () => Promise.reject(new Error('the signer is away')),
    },
    former: [],
    multicalls: { nudge: (at: string, role: string) => nudged.push(`${at} ${role}`) },
    sender: {
      send: async (some: readonly SignedTransaction[]) => {
        sent.push(...some.map(({ hash }) => hash));
      },
    },
    log: { warn: () => undefined },
  };
  // CAST: the parts that resending uses.
  return {
    ports: ports as unknown as TransactionPorts,
    sent,
    nudged,
    pass: (ms: number) => {
      passedMs += ms;
    },
  };
}

function signedTransaction(
  hash: Hex,
  slot: number,
  change: Partial<SignedTransaction> = {},
): SignedTransaction {
  return {
    hash,
    transactionId: `ef_${slot}`,
    movements: [],
    chain,
    account,
    slot,
    raw: '0x02',
    committedAtMs: 0,
    tx: {
      to: account,
      data: '0x',
      value: 0n,
      gasLimit: 21_000n,
      maxFeeRate: 1n,
      tip: 1n,
    },
    ...change,
  };
}
