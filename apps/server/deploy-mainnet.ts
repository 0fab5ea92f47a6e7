import { evmAddress, evmChain, nativeAddress, productionFinality } from '@interline/kernel';
import { choosePrices } from './choose-prices.ts';
import type { MainnetConfig } from './config/config-schema.ts';
import { requireSecrets } from './config/missing-secrets.ts';
import { nodeUrls } from './config/node-urls.ts';
import { resolveSecrets } from './config/resolve-secrets.ts';
import { readSecret } from './config/secret-ref.ts';
import type { Deployment, KeySource } from './deployment.ts';
import { mainnetLedger } from './mainnet-ledger.ts';
import { sharedByProfiles } from './shared-by-profiles.ts';
import { standardPolicy } from './standard-policy.ts';

/** Real chains become a deployment; secrets are read here and nowhere else. */
export function deployMainnet(
  config: MainnetConfig,
  baseDir: string,
  env: NodeJS.ProcessEnv,
): Deployment {
  requireSecrets(config, env);
  return {
    profile: 'mainnet',
    ...sharedByProfiles(config, env),
    ...mainnetLedger(config, env),
    chains: config.chains.map((one) => ({
      chain: evmChain(one.chainId),
      chainId: one.chainId,
      rpcUrls: nodeUrls(one, env),
      usesMulticalls: one.batching,
      maxFeePerGasWei: one.maxFeePerGasWei === undefined ? null : BigInt(one.maxFeePerGasWei),
    })),
    tokens: config.tokens.map(({ chainId, address, eip2612, ...token }) => ({
      ...token,
      chain: evmChain(chainId),
      address: address === nativeAddress ? address : evmAddress(address),
      ...(eip2612 === undefined ? {} : { eip2612 }),
    })),
    prices: choosePrices(config),
    floatTargets: new Map(),
    rails: {
      ...config.rails,
      baseDir,
      settings: resolveSecrets(config.rails.settings, env),
      defaults: {},
    },
    keys: keySource(config, env),
    policy: standardPolicy(productionFinality, {
      revertWei: BigInt(config.revertBudgetWei),
      clientRevertWei: BigInt(config.clientRevertBudgetWei),
      maxOpenPullsUsd: config.maxOpenPullsUsd,
    }),
    pollMs: 500,
  };
}

function keySource({ keys }: MainnetConfig, env: NodeJS.ProcessEnv): KeySource {
  if ('keystore' in keys)
    return { kind: 'keystore', dir: keys.keystore, password: readSecret(keys.password, env) };
  return {
    kind: 'hex',
    spender: readSecret(keys.spender, env),
    float: readSecret(keys.float, env),
  };
}
