import { costsOf } from '@interline/adapters/custody/evm';
import type { Policy } from '@interline/core/switches';
import {
  devnetFinality,
  evmChain,
  evmNodes,
  finalityOf,
  type FinalityRow,
  type FinalityTable,
  productionFinality,
} from '@interline/kernel';
import type { Config, MainnetConfig } from './config/config-schema.ts';
import { type ConfiguredFinality, finalityRowOf } from './config/finality-row-of.ts';
import { standardTimes } from './standard-policy.ts';

/** How often chains with something in flight are read, where the config does not say it. */
export const standardPollMs = { mainnet: 500, devnet: 15 } as const;

/** Real chains' confirmations and final depths: the config's figures over ours. */
export function finalityTableOf(chains: readonly ConfiguredFinality[]): FinalityTable {
  return {
    ...productionFinality,
    ...Object.fromEntries(chains.map((one) => [evmChain(one.chainId), finalityRowOf(one)])),
  };
}

/** What one chain does otherwise than the rest, by chain. */
export function policyByChain(chains: MainnetConfig['chains']): NonNullable<Policy['byChain']> {
  return Object.fromEntries(
    chains.map(({ chainId, bumpAfterSec, slowBumpSec, pollMs }) => [
      evmChain(chainId),
      {
        ...(bumpAfterSec === undefined ? {} : { bumpAfterMs: bumpAfterSec * 1_000 }),
        ...(slowBumpSec === undefined ? {} : { slowBumpAfterMs: slowBumpSec * 1_000 }),
        ...(pollMs === undefined ? {} : { pollMs }),
      },
    ]),
  );
}

/** The policy that holds on one chain, for `interline config check`. */
export interface ChainPolicyShown {
  readonly chain: string;
  /** Such as `2 up to 1000 USD, then 12`. */
  readonly confirmations: string;
  readonly finalDepth: number;
  readonly holdSec: number;
  readonly bumpAfterSec: number;
  readonly slowBumpSec: number;
  readonly pollMs: number;
  readonly maxFeePerGasWei: string;
}

/** The effective table: the config's figures, ours where it has none. */
export function chainPoliciesOf(config: Config): readonly ChainPolicyShown[] {
  const { bumpAfterMs, slowBumpAfterMs } = standardTimes;
  if (config.profile === 'devnet')
    return (config.chainIds ?? evmNodes.map(({ chainId }) => chainId)).map((chainId) => ({
      ...shownFinality(chainId, finalityOf(devnetFinality, evmChain(chainId))),
      holdSec: 1,
      bumpAfterSec: bumpAfterMs / 1_000,
      slowBumpSec: slowBumpAfterMs / 1_000,
      pollMs: standardPollMs.devnet,
      maxFeePerGasWei: costsOf(chainId, undefined).feeRateCap.toString(),
    }));
  return config.chains.map((one) => ({
    ...shownFinality(one.chainId, finalityRowOf(one)),
    holdSec: one.holdSec,
    bumpAfterSec: one.bumpAfterSec ?? bumpAfterMs / 1_000,
    slowBumpSec: one.slowBumpSec ?? config.slowBumpSec,
    pollMs: one.pollMs ?? standardPollMs.mainnet,
    maxFeePerGasWei: one.maxFeePerGasWei ?? costsOf(one.chainId, undefined).feeRateCap.toString(),
  }));
}

function shownFinality(chainId: number, { tiers, confirmations, finalDepth }: FinalityRow) {
  const small = tiers.map((tier) => `${tier.confirmations} up to ${tier.upToUsd} USD`);
  return {
    chain: evmChain(chainId),
    confirmations:
      small.length === 0 ? `${confirmations}` : `${small.join(', ')}, then ${confirmations}`,
    finalDepth,
  };
}
