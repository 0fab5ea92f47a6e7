import {
  configurableCeilings,
  costsOf,
  type GasCeilings,
  ownCeiling,
} from '@interline/adapters/custody/evm';
import { evmChain, evmNodes } from '@interline/kernel';
import type { Config, MainnetConfig } from './config/config-schema.ts';

/** The ceilings that a config sets for one chain, by purpose; nothing where it sets none. */
export function configuredCeilings({
  gasCeilings,
}: Pick<MainnetConfig['chains'][number], 'gasCeilings'>): { gasCeilings?: GasCeilings } {
  if (gasCeilings === undefined) return {};
  const set = configurableCeilings.flatMap((purpose) => {
    const gas = gasCeilings[purpose];
    return gas === undefined ? [] : [[purpose, BigInt(gas)] as const];
  });
  return { gasCeilings: Object.fromEntries(set) };
}

/** What one chain's transactions may take at most, as digits: the config's figures over ours. */
export type CeilingsOfChain = Readonly<
  Record<(typeof configurableCeilings)[number] | 'chain' | 'feeRateCap', string>
>;

/**
 * Most gas of a transaction by chain and purpose, in the chain's own gas and without posting, and
 * the most per gas.
 */
export function gasCeilingsOf(config: Config): readonly CeilingsOfChain[] {
  const chains: readonly Pick<
    MainnetConfig['chains'][number],
    'chainId' | 'maxFeePerGasWei' | 'gasCeilings'
  >[] =
    config.profile === 'mainnet'
      ? config.chains
      : (config.chainIds ?? evmNodes.map(({ chainId }) => chainId)).map((chainId) => ({ chainId }));
  return chains.map((one) => {
    const { chainId, maxFeePerGasWei } = one;
    const feeRateCap = maxFeePerGasWei === undefined ? undefined : BigInt(maxFeePerGasWei);
    const costs = costsOf(chainId, feeRateCap, configuredCeilings(one).gasCeilings);
    const most = (purpose: (typeof configurableCeilings)[number]): string =>
      ownCeiling(costs, purpose).toString();
    return {
      chain: evmChain(chainId),
      allowance: most('allowance'),
      pull: most('pull'),
      approve: most('approve'),
      call: most('call'),
      payout: most('payout'),
      refund: most('refund'),
      feeRateCap: costs.feeRateCap.toString(),
    };
  });
}
