import { asUnits, type ChainRef, tokenKey, type TokenRef } from '@interline/kernel';
import type { ChainFacts } from '@interline/ports';
import type { RailContext } from '../rail-context.ts';
import { ManualClock } from './manual-clock.ts';
import { testContext } from './test-context.ts';
import { testTokens } from './test-tokens.ts';

export interface PayoutWorld {
  /** Tokens of the chain that is paid out on. */
  readonly tokens: readonly TokenRef[];
  /** What one unit of inclusion costs there, in the chain's coin. */
  readonly feeRate: bigint;
  /** Micro-USD by symbol, where not the usual; null where there is no price now. */
  readonly prices?: Readonly<Record<string, bigint | null>>;
  /** Smallest units of every token there; 1,000,000 whole ones with 8 decimals unless told. */
  readonly free?: bigint;
  /** The whole balance, reservations aside; what is free unless told. */
  readonly held?: bigint;
  /** Confirmations that any value needs; 2 unless told. */
  readonly depth?: number;
  readonly silent?: readonly ChainRef[];
  readonly unserved?: readonly ChainRef[];
  /** Why, where that is known. */
  readonly absent?: Readonly<Record<ChainRef, string>>;
  readonly facts?: ChainFacts;
}

/** Gas at 0.01 gwei on EVM chains; USD at 1, ETH at 2,500, BTC at 100,000, XLM at 0.40 USD. */
export function payoutContext(world: PayoutWorld): RailContext {
  const { tokens, feeRate, free = 100_000_000_000_000n, held = free } = world;
  const prices: Readonly<Record<string, bigint | null>> = {
    USDC: 1_000_000n,
    ETH: 2_500_000_000n,
    BTC: 100_000_000_000n,
    XLM: 400_000n,
    ...world.prices,
  };
  const clock = new ManualClock();
  const all = [...testTokens, ...tokens];
  const isThere = (token: TokenRef): boolean =>
    tokens.some((one) => tokenKey(one) === tokenKey(token));
  return testContext({
    clock,
    tokens: { on: (chain) => all.filter((token) => token.chain === chain) },
    price: {
      priceOf: async ({ symbol }) => {
        const microUsd = prices[symbol] ?? null;
        return microUsd === null ? null : { microUsd, asOfMs: clock.now() };
      },
    },
    chains: {
      call: async () => null,
      gasCost: async (chain, gas) => gas * (chain.startsWith('eip155:') ? 10_000_000n : feeRate),
      isUp: (chain) => world.silent?.includes(chain) !== true,
    },
    inventory: {
      free: async (token) => asUnits(isThere(token) ? free : 0n),
      held: async (token) => asUnits(isThere(token) ? held : 0n),
      target: () => null,
      spentToday: async () => asUnits(0n),
      confirmations: async () => world.depth ?? 2,
      absence: (chain) => world.absent?.[chain] ?? null,
      serves: (chain) => world.unserved?.includes(chain) !== true,
    },
    ...(world.facts === undefined ? {} : { facts: world.facts }),
  });
}
