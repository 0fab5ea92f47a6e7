import { join } from 'node:path';
import {
  asUnits,
  devnetFinality,
  evmAddress,
  evmChain,
  evmNodes,
  nativeAddress,
  type TokenRef,
  type Units,
  wellKnownTokens,
} from '@interline/kernel';
import type { DevnetConfig } from './config/config-schema.ts';
import { floatPolicyOf } from './float-policy-of.ts';
import { standardPollMs } from './chain-policies-of.ts';
import {
  absencesOf,
  devnetFamilies,
  etherWorthOf,
  simulatedChains,
  tokensOfFamilies,
} from './families.ts';
import { databaseOf, keySource } from './deploy-mainnet.ts';
import { requireSecrets, resolveSecrets } from './config/secrets.ts';
import type { DeployedChain, Deployment } from './deployment.ts';
import { pricedTokenRefs } from './priced-tokens.ts';
import { bandOf, sharedByProfiles, solanaUrlOf } from './settings-of.ts';
import { depositTermsOf, standardPolicy } from './standard-policy.ts';
import { targetChanges } from './target-changes.ts';

/** What a devnet says of itself (GET /devnet). */
export interface DevnetView {
  readonly instance: string;
  readonly chains: readonly {
    readonly chainId: number;
    readonly rpcUrl: string;
    readonly tokens: readonly {
      readonly symbol: string;
      readonly address: string;
      readonly decimals: number;
    }[];
    readonly memberNft: string;
    readonly bridge: string;
  }[];
  /** Its Solana node, where it runs one. */
  readonly solana?: { readonly rpcUrl: string } | null;
  /** What it was to run and does not, with why and what to do. */
  readonly missing?: readonly { readonly chain: string; readonly why: string }[];
  /** Its other nodes, each as its family's settings read them. */
  readonly bitcoin?: object | null;
  readonly stellar?: object | null;
  /** Who watches the mint's log there. */
  readonly witnesses?: Deployment['passes']['witnesses'];
  /** Local servers that speak as third-party engines do. */
  readonly upstreams: readonly {
    readonly engine: string;
    readonly url: string;
    readonly signer?: string;
  }[];
}

/**
 * The devnet's coins have prices so that gas can be weighed; they are round numbers, not quotes.
 */
const devnetPrices: Readonly<Record<string, bigint>> = {
  USD: 1_000_000n,
  DAI: 1_000_000n,
  ETH: 3_000_000_000n,
  BNB: 600_000_000n,
  XDAI: 1_000_000n,
  POL: 500_000n,
  S: 500_000n,
  HYPE: 30_000_000n,
  MNT: 1_000_000n,
  APE: 1_000_000n,
  AVAX: 30_000_000n,
  USDT: 1_000_000n,
  BTC: 60_000_000_000n,
  SOL: 150_000_000n,
  XLM: 250_000n,
  TRX: 250_000n,
  SUI: 2_000_000n,
  BERA: 2_000_000n,
};

/**
 * The EIP-712 domains of the devnet's own tokens, by symbol; the asset says what trades one to one.
 */
const devnetTokens: Readonly<
  Record<string, { asset: string; eip2612: { name: string; version: string } }>
> = {
  USDC: { asset: 'USD', eip2612: { name: 'USD Coin', version: '2' } },
  DAI: { asset: 'DAI', eip2612: { name: 'Dai Stablecoin', version: '1' } },
};

/** Local chains become a deployment: keys made on the spot, prices fixed, one confirmation. */
export function deployDevnet(
  config: DevnetConfig,
  devnet: DevnetView,
  baseDir: string,
  env: NodeJS.ProcessEnv,
): Deployment {
  requireSecrets(config, env);
  const deployed = devnetFamilies(devnet);
  const own = tokensOfFamilies(deployed);
  const tokens = [
    ...devnet.chains.flatMap(tokensOf),
    ...own,
    ...pricedTokenRefs(config.pricedTokens ?? wellKnownTokens).filter(
      ({ chain }) => !own.some((token) => token.chain === chain),
    ),
  ];
  const shared = sharedByProfiles(config, env, devnet.witnesses);
  const float = floatPolicyOf(config, tokens);
  const storeDir = join(config.dataDir, `devnet-${devnet.instance}`);
  return {
    profile: 'devnet',
    ...shared,
    membership: {
      collections: [...memberPasses(devnet), ...shared.membership.collections],
    },
    storeDir,
    database: databaseOf(config, `devnet_${devnet.instance}`, env),
    chains: chainsOf(config, devnet),
    tokens,
    bitcoinNetwork: 'regtest',
    families: deployed,
    simulated: simulatedChains(devnet),
    absences: absencesOf(devnet.missing ?? []),
    solanaRpcUrl: solanaUrlOf(config, env) ?? devnet.solana?.rpcUrl ?? null,
    prices: { kind: 'fixed', microUsd: devnetPrices },
    ...float,
    floatTargets: new Map([...standardTargets(devnet), ...float.floatTargets]),
    rails: {
      ...config.rails,
      baseDir,
      settings: resolveSecrets(config.rails.settings, env),
      written: config.rails.settings,
      targets: targetChanges(config),
      defaults: railDefaults(devnet),
    },
    keys:
      config.keys === undefined
        ? { kind: 'made', dir: join(storeDir, 'keys') }
        : keySource(config.keys, env),
    policy: standardPolicy(devnetFinality, {
      revertWei: 10n ** 20n,
      clientRevertWei: 10n ** 19n,
      payerRevertWei: 10n ** 19n,
      engineRevertWei: 10n ** 19n,
      parBandBps: bandOf(config),
      maxOpenPullsUsd: 10_000_000,
      deficitPayoutLimitUsd: config.books.deficitPayoutLimitUsd,
      deposits: depositTermsOf(config),
      holdSec: { '*': 1 },
      etherWorth: etherWorthOf(deployed),
    }),
    pollMs: standardPollMs.devnet,
  };
}

/**
 * A chain with URLs of its own is read there; one the devnet did not start then has no tokens and
 * only its coin.
 */
function chainsOf(config: DevnetConfig, devnet: DevnetView): readonly DeployedChain[] {
  const started = devnet.chains.map((one) => ({
    chainId: one.chainId,
    rpcUrls: config.rpcUrls[one.chainId] ?? [one.rpcUrl],
  }));
  const others = Object.entries(config.rpcUrls)
    .map(([id, rpcUrls]) => ({ chainId: Number(id), rpcUrls }))
    .filter((one) => !started.some((chain) => chain.chainId === one.chainId));
  return [...started, ...others].map((one) => ({
    ...one,
    chain: evmChain(one.chainId),
    maxFeePerGasWei: null,
    usesMulticalls: config.batching.includes(one.chainId),
  }));
}

/** A million of each token on every chain. */
function standardTargets(devnet: DevnetView): ReadonlyMap<string, Units> {
  return new Map(
    devnet.chains.flatMap((one) =>
      one.tokens.map(
        (token) =>
          [
            `${evmChain(one.chainId)}/${token.address.toLowerCase()}`,
            asUnits(1_000_000n * 10n ** BigInt(token.decimals)),
          ] as const,
      ),
    ),
  );
}

function tokensOf(chain: DevnetView['chains'][number]): readonly TokenRef[] {
  const ref = evmChain(chain.chainId);
  const native = evmNodes.find((node) => node.chain === ref)?.nativeSymbol ?? 'ETH';
  return [
    { chain: ref, address: nativeAddress, symbol: native, decimals: 18, asset: native },
    ...chain.tokens.map((token) => ({
      chain: ref,
      address: evmAddress(token.address),
      symbol: token.symbol,
      decimals: token.decimals,
      ...(devnetTokens[token.symbol] ?? { asset: token.symbol }),
    })),
  ];
}

/** The member pass of every chain; time on a devnet is short, so that one counts as soon as it is final. */
function memberPasses({ chains }: DevnetView): Deployment['membership']['collections'] {
  return chains.map(({ chainId, memberNft }) => ({
    chain: evmChain(chainId),
    address: evmAddress(memberNft),
    name: 'Member Pass',
    budgetPerDay: 20,
    minHeldSec: 0,
  }));
}

/** What a devnet has for the rails that may be installed: stand-ins for the engines. */
function railDefaults(devnet: DevnetView): Readonly<Record<string, unknown>> {
  return {
    floatlane: {
      // Gas of a quiet local chain is worth more than that of the real ones.
      subsidisedChains: 'all',
      maxSubsidyPerTransferMicroUsd: '10000000',
      dailySubsidyMicroUsd: '1000000000000',
    },
    aggregators: {
      subsidisedChains: 'all',
      maxSubsidyPerTransferMicroUsd: '10000000',
      dailySubsidyMicroUsd: '1000000000000',
      engines: Object.fromEntries(
        devnet.upstreams.map((upstream) => [upstream.engine, standInSettings(devnet, upstream)]),
      ),
    },
  };
}

/** Stand-ins have no limits of their own, and one contract on each chain. */
function standInSettings(
  { chains }: DevnetView,
  { url, signer }: DevnetView['upstreams'][number],
): unknown {
  return {
    baseUrl: url,
    ...(signer === undefined ? {} : { signer }),
    limit: { requests: 10_000, perMs: 1_000 },
    contracts: Object.fromEntries(chains.map(({ chainId, bridge }) => [chainId, [bridge]])),
    recallContracts: Object.fromEntries(chains.map(({ chainId, bridge }) => [chainId, bridge])),
  };
}
