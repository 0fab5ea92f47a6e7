import {
  asUnits,
  evmAddress,
  evmChain,
  TokenList,
  type ChainRef,
  type AccountRole,
} from '@interline/kernel';
import { expect } from 'chai';
import { formerKeysWait, type FormerKeysPorts, listFormerKeys } from './former-keys.ts';

const base = evmChain(8453);
const arbitrum = evmChain(42161);
const usdc = evmAddress(`0xc1${'0'.repeat(38)}`);
const spender = evmAddress(`0x51${'0'.repeat(38)}`);
const float = evmAddress(`0xf1${'0'.repeat(38)}`);
const inUse = evmAddress(`0xf2${'0'.repeat(38)}`);
const keys = {
  chains: [evmChain(8453)],
  account: (_chain: ChainRef, role: AccountRole) => (role === 'spender' ? spender : float),
  roleOf: (account: string): AccountRole | null =>
    account === spender ? 'spender' : account === float ? 'float' : null,
};

describe('former keys', () => {
  it('list the routes, open transactions and final blocks they wait for, and their holdings', async () => {
    const ports = given({
      routes: 2,
      watched: [
        { account: spender, chain: base, minedBlock: 100 },
        { account: float, chain: base, minedBlock: 90 },
        { account: float, chain: arbitrum, minedBlock: null },
        { account: inUse, chain: arbitrum, minedBlock: 500 },
      ],
      held: [
        [float, 5n],
        [spender, 0n],
        [inUse, 7n],
      ],
    });

    expect(await listFormerKeys(ports)).to.deep.equal([
      {
        accounts: { spender, float },
        routes: 2,
        open: 1,
        finalAt: [{ chain: base, block: 112 }],
        holdings: [
          {
            chain: base,
            role: 'float',
            token: usdc,
            symbol: 'USDC',
            decimals: 6,
            units: 5n,
            block: 9,
          },
        ],
      },
    ]);
  });

  it('wait for nothing once their routes are settled and everything they sent is final', async () => {
    const { store, policy } = given({
      routes: 0,
      watched: [{ account: inUse, chain: base, minedBlock: 500 }],
      held: [],
    });

    expect(await formerKeysWait({ store, custody: keys, policy })).to.deep.equal({
      routes: 0,
      open: 0,
      finalAt: [],
    });
  });
});

function given({
  routes,
  watched,
  held,
}: {
  readonly routes: number;
  readonly watched: readonly object[];
  readonly held: readonly (readonly [string, bigint])[];
}): FormerKeysPorts {
  const finality = { '*': { tiers: [], confirmations: 1, finalDepth: 12 } };
  const ports = {
    custody: { former: [keys] },
    tokens: new TokenList([
      { chain: base, address: usdc, symbol: 'USDC', decimals: 6, asset: 'USD' },
    ]),
    policy: { finality },
    store: {
      reads: {
        transfers: { countUnsettled: async (of: string) => (of === spender ? routes : 0) },
        transactions: { watchedTransactions: async () => watched },
        books: {
          checks: async () =>
            held.map(([account, units]) => ({
              book: { chain: base, account, token: usdc },
              units: asUnits(units),
              block: 9,
            })),
        },
      },
    },
  };
  return ports as unknown as FormerKeysPorts; // CAST: all that is read.
}
