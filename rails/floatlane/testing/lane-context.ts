import {
  bps,
  type ChainRef,
  type Clock,
  evmAddress,
  type Log,
  type Members,
  type Membership,
  type RailContext,
  type TokenRef,
} from '@interline/plugins';
import { arbitrum, base, ethereum, laneTokens } from './lane-tokens.ts';
import { type Float, memoryInventory } from './memory-inventory.ts';
import { type ChainScript, scriptedChains } from './scripted-chains.ts';

export interface LaneWorld {
  readonly floats?: readonly Float[];
  /** Used units of each budget today. */
  readonly spent?: Readonly<Record<string, bigint>>;
  readonly chains?: Partial<ChainScript>;
  /** Of a payer that is named. */
  readonly membership?: Membership;
  readonly recognised?: ReturnType<Members['recognised']>;
  /** Chains with a float. */
  readonly serves?: readonly ChainRef[];
  /** Micro-USD by symbol; null where there is no price now. */
  readonly prices?: Readonly<Record<string, bigint | null>>;
  readonly tokens?: readonly TokenRef[];
  readonly parBandBps?: number;
}

export const noonMs = 1_780_000_000_000;

/**
 * A deployment at one moment: three chains with inventory, gas at 0.01 gwei, USD at 1 and ETH at
 * 2,500 unless told.
 */
export function laneContext(world: LaneWorld = {}): RailContext {
  const prices: Readonly<Record<string, bigint | null>> = {
    USDC: 1_000_000n,
    DAI: 1_000_000n,
    ETH: 2_500_000_000n,
    WETH: 2_500_000_000n,
    ...world.prices,
  };
  const tokens = world.tokens ?? laneTokens;
  return {
    clock: stoppedClock,
    http: {
      request: async () => {
        throw new Error('the float lane asks no upstream');
      },
    },
    log: silentLog,
    price: {
      priceOf: async (token, signal) => {
        signal.throwIfAborted();
        const microUsd = prices[token.symbol] ?? null;
        return microUsd === null ? null : { microUsd, asOfMs: noonMs };
      },
    },
    members: {
      recognised: () => world.recognised ?? [],
      membershipOf: async (payer, _from, signal) => {
        signal.throwIfAborted();
        return payer === null
          ? { kind: 'not-a-member', reason: 'no payer was named' }
          : (world.membership ?? { kind: 'not-a-member', reason: 'the payer holds no pass' });
      },
    },
    chains: scriptedChains({ calls: {}, feeRate: 10_000_000n, silent: [], ...world.chains }),
    tokens: { on: (chain) => tokens.filter((token) => token.chain === chain) },
    standardFeeBps: bps(8),
    parBandBps: bps(world.parBandBps ?? 100),
    relayer: evmAddress('0x00000000000000000000000000000000005e1a7e'),
    inventory: memoryInventory(
      world.floats ?? [],
      world.spent ?? {},
      world.serves ?? [arbitrum, base, ethereum],
    ),
  };
}

/** The lane waits for nothing, so no alarm ever rings. */
const stoppedClock: Clock = {
  now: () => noonMs,
  monotonic: () => 0,
  sleep: async () => undefined,
  alarm: () => ({ rang: new Promise(() => undefined), cancel: () => undefined }),
};

const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => silentLog,
};
