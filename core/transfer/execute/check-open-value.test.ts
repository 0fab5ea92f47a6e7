import {
  asAmount,
  asUnits,
  defaultSlippage,
  evmAddress,
  evmChain,
  nativeAddress,
  type Price,
  TokenList,
  type TokenRef,
} from '@interline/kernel';
import { checkOpenValue } from './check-limits.ts';
import type { ExecuteRequest } from './execute-request.ts';
import { expect } from 'chai';

const base = evmChain(8453);
const usdc: TokenRef = {
  chain: base,
  address: evmAddress(`0x${'3'.repeat(40)}`),
  symbol: 'USDC',
  decimals: 6,
  asset: 'USD',
};
const weth: TokenRef = {
  chain: base,
  address: evmAddress(`0x${'4'.repeat(40)}`),
  symbol: 'WETH',
  decimals: 18,
  asset: 'ETH',
};
const ether: TokenRef = {
  chain: base,
  address: nativeAddress,
  symbol: 'ETH',
  decimals: 18,
  asset: 'ETH',
};

describe('room for one more pull', () => {
  it('is there up to the limit, by what all tokens under way are worth', async () => {
    const open = [
      [usdc, 7_000_000n],
      [weth, 10n ** 15n],
    ] as const;

    expect(await refusalOf({ amount: 1_000_000n, open, limit: 10 })).to.equal(null);
    expect(await refusalOf({ amount: 1_000_001n, open, limit: 10 })).to.equal('RELAYER_BUSY');
  });

  it('is not for a token whose value cannot be told, since the limit would not hold for it', async () => {
    expect(await refusalOf({ amount: 1n, prices: { USD: null } })).to.equal('RELAYER_BUSY');
    expect(await refusalOf({ amount: 1n, prices: { USD: 'fails' } })).to.equal('RELAYER_BUSY');
  });

  it('is held up by no other token that lost its price while its pull was under way', async () => {
    expect(
      await refusalOf({ amount: 1_000_000n, open: [[weth, 10n ** 18n]], prices: { ETH: null } }),
    ).to.equal(null);
  });

  it('is not asked about for a coin, which nobody pulls', async () => {
    expect(await refusalOf({ amount: 1n, from: ether, prices: { ETH: null } })).to.equal(null);
  });
});

interface Given {
  readonly amount: bigint;
  readonly from?: TokenRef;
  readonly open?: readonly (readonly [TokenRef, bigint])[];
  readonly limit?: number;
  readonly prices?: Readonly<Record<string, Price | null | 'fails'>>;
}

/** The code it is refused with, or null. A dollar is a dollar, and an ether 2,000 of them. */
async function refusalOf({
  amount,
  from = usdc,
  open = [],
  limit = 10,
  prices = {},
}: Given): Promise<unknown> {
  const listed: typeof prices = {
    USD: { microUsd: 1_000_000n, asOfMs: 0 },
    ETH: { microUsd: 2_000_000_000n, asOfMs: 0 },
    ...prices,
  };
  const ports: Parameters<typeof checkOpenValue>[0] = {
    // CAST: the check reads nothing else of them.
    store: {
      reads: {
        transactions: {
          pendingPullsOn: async () =>
            new Map(open.map(([token, units]) => [token.address, asUnits(units)])),
        },
      },
    } as unknown as Parameters<typeof checkOpenValue>[0]['store'],
    policy: { maxOpenPullsUsd: limit } as Parameters<typeof checkOpenValue>[0]['policy'],
    tokens: new TokenList([usdc, weth, ether]),
    price: {
      async priceOf({ asset }) {
        const price = listed[asset] ?? null;
        if (price === 'fails') throw new Error('the source is gone');
        return price;
      },
    },
  };
  const quote = {
    lane: { from: base, to: evmChain(42161) },
    from,
    to: usdc,
    amount: asAmount(amount),
    slippage: defaultSlippage,
    recipient: usdc.address,
    payer: null,
  };
  // CAST: of a request only the quote counts here.
  return checkOpenValue(
    ports,
    { quote } as unknown as ExecuteRequest,
    new AbortController().signal,
  ).then(
    () => null,
    (error: { code?: unknown }) => error.code,
  );
}
