import { evmChain } from '@interline/kernel';
import { expect } from 'chai';
import type { TransferPorts } from '../ports.ts';
import type { Deposit } from './deposit.ts';
import { sweepDeposits } from './sweep-deposits.ts';

const chain = evmChain(8453);

describe('the sweep of deposits', () => {
  it('reads the addresses after a page that cannot be read', async () => {
    const world = given(450);

    await sweepDeposits(world.ports, new AbortController().signal);

    expect(world.read).to.deep.equal([200, 50]);
    expect(world.postponed).to.equal(1);
  });
});

/** This many addresses with an expected payment; reading the first page of them fails. */
function given(count: number) {
  const issued = Array.from({ length: count }, (_, index) => expected(index));
  const read: number[] = [];
  let postponed = 0;
  // CAST: the ports that a sweep uses.
  const ports = {
    store: {
      reads: {
        transfers: {
          depositsFrom: async (_: string, after: number, limit: number) =>
            issued.filter(({ index }) => index > after).slice(0, limit),
          route: async () => null,
        },
      },
    },
    deposits: {
      chains: [chain],
      drawAhead: async () => undefined,
      async seenAt(_: string, watched: readonly { readonly address: string }[]) {
        if (watched[0]?.address === 'address 0') throw new Error('the node is silent');
        read.push(watched.length);
        return { addresses: watched.map(() => ({ outputs: [], replaced: [] })) };
      },
    },
    clock: { now: () => 1_000 },
    policy: { finality: { '*': { tiers: [], confirmations: 1, finalDepth: 13 } } },
    log: { warn: () => void (postponed += 1) },
  } as unknown as TransferPorts;
  return {
    ports,
    read,
    get postponed() {
      return postponed;
    },
  };
}

function expected(index: number): Deposit {
  // CAST: the deposit fields that the sweep reads.
  return {
    routeId: `rt_${index}`,
    index,
    address: `address ${index}`,
    lockedUntilMs: 2_000,
    createdAtMs: 1_000,
    outputs: [],
  } as unknown as Deposit;
}
