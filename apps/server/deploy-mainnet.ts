import { isThere, privacySecret } from './open-keys.ts';
import { bps, evmAddress, evmChain, nativeAddress, type TokenRef } from '@interline/kernel';
import { join } from 'node:path';
import {
  configuredFamilies,
  etherWorthOf,
  policyOfFamilies,
  tokensOfFamilies,
  withFinalityOf,
} from './families.ts';
import { choosePrices } from './open-prices.ts';
import type { Config, MainnetConfig } from './config/config-schema.ts';
import { readSecret, requireSecrets, resolveSecrets } from './config/secrets.ts';
import type { DatabaseChoice, Deployment, KeySource, KeyText, KeyTexts } from './deployment.ts';
import type { KeyRef } from './config/keys-schema.ts';
import { pricedTokenRefs } from './priced-tokens.ts';
import { bandOf, sharedByProfiles, solanaUrlOf } from './settings-of.ts';
import { floatPolicyOf } from './float-policy-of.ts';
import { finalityTableOf, policyByChain, standardPollMs } from './chain-policies-of.ts';
import { configuredCeilings } from './gas-ceilings-of.ts';
import { depositTermsOf, standardPolicy } from './standard-policy.ts';
import { targetChanges } from './target-changes.ts';

/** Real chains become a deployment; secrets are read here and nowhere else. */
export function deployMainnet(
  config: MainnetConfig,
  baseDir: string,
  env: NodeJS.ProcessEnv,
): Deployment {
  requireSecrets(config, env);
  const deployed = configuredFamilies(config.families, env);
  const own = tokensOfFamilies(deployed);
  const tokens = [
    ...tokensOf(config),
    ...own,
    ...pricedTokenRefs(config.pricedTokens ?? []).filter(
      ({ chain }) => !own.some((token) => token.chain === chain),
    ),
  ];
  const keys = keySource(config.keys, env);
  const shared = sharedByProfiles(config, env);
  return {
    profile: 'mainnet',
    ...shared,
    // A deployment that was set up without that secret goes on as it is.
    evidence: {
      enabled: config.evidence.enabled ?? (shared.evidence.enabled && isThere(keys, privacySecret)),
    },
    ...mainnetStore(config, env),
    chains: config.chains.map((one) => ({
      chain: evmChain(one.chainId),
      chainId: one.chainId,
      rpcUrls: nodeUrls(one, env),
      usesMulticalls: one.batching,
      ...configuredCeilings(one),
      maxFeePerGasWei: one.maxFeePerGasWei === undefined ? null : BigInt(one.maxFeePerGasWei),
    })),
    tokens,
    bitcoinNetwork: config.bitcoinNetwork,
    families: deployed,
    simulated: [],
    absences: new Map(),
    solanaRpcUrl: solanaUrlOf(config, env),
    prices: choosePrices(config),
    ...floatPolicyOf(config, tokens),
    rails: {
      ...config.rails,
      baseDir,
      settings: resolveSecrets(config.rails.settings, env),
      written: config.rails.settings,
      targets: targetChanges(config),
      defaults: {},
    },
    keys,
    policy: standardPolicy(withFinalityOf(deployed, finalityTableOf(config.chains)), {
      revertWei: BigInt(config.revertBudgetWei),
      clientRevertWei: BigInt(config.clientRevertBudgetWei),
      payerRevertWei: BigInt(config.payerRevertBudgetWei),
      engineRevertWei: BigInt(config.engineRevertBudgetWei),
      parBandBps: bandOf(config),
      maxOpenPullsUsd: config.maxOpenPullsUsd,
      openPullsShareBps: bps(config.openPullsShareBps),
      slowBumpAfterMs: config.slowBumpSec * 1_000,
      deficitPayoutLimitUsd: config.books.deficitPayoutLimitUsd,
      deposits: depositTermsOf(config),
      holdSec: Object.fromEntries([
        ...config.chains.map(({ chainId, holdSec }) => [evmChain(chainId), holdSec] as const),
        ...deployed.map(({ family }) => [family.chain, family.times.holdSec] as const),
      ]),
      byChain: { ...policyByChain(config.chains), ...policyOfFamilies(deployed) },
      etherWorth: etherWorthOf(deployed),
    }),
    pollMs: standardPollMs.mainnet,
  };
}

function tokensOf(config: Pick<MainnetConfig, 'tokens'>): readonly TokenRef[] {
  return config.tokens.map(({ chainId, address, eip2612, ...token }) => ({
    ...token,
    chain: evmChain(chainId),
    address: address === nativeAddress ? address : evmAddress(address),
    ...(eip2612 === undefined ? {} : { eip2612 }),
  }));
}

/** What the config says of the keys, with secrets read; a key in a KMS is not asked for here. */
export function keySource(keys: MainnetConfig['keys'], env: NodeJS.ProcessEnv): KeySource {
  if ('keystore' in keys)
    return { kind: 'keystore', dir: keys.keystore, password: readSecret(keys.password, env) };
  const textsOf = ({ spender, float }: Pick<typeof keys, 'spender' | 'float'>): KeyTexts => ({
    spender: keyText(spender, env),
    float: keyText(float, env),
  });
  return {
    kind: 'hex',
    ...textsOf(keys),
    former: keys.former.map(textsOf),
    secrets: Object.fromEntries(
      Object.entries({
        ...keys.families,
        ...(keys.privacy === undefined ? {} : { [privacySecret]: keys.privacy }),
      }).map(([id, ref]) => [id, readSecret(ref, env)]),
    ),
  };
}

function keyText(ref: KeyRef, env: NodeJS.ProcessEnv): KeyText {
  return 'kms' in ref ? ref : readSecret(ref, env);
}

/** Where a real deployment keeps its books; it needs no other secret than the database's. */
export function mainnetStore(
  config: MainnetConfig,
  env: NodeJS.ProcessEnv,
): Pick<Deployment, 'storeDir' | 'database'> {
  return {
    storeDir: join(config.dataDir, 'mainnet'),
    database: databaseOf(config, 'mainnet', env),
  };
}

/**
 * The config's database, else the one DATABASE_URL names, else a file. `name` names the schema:
 * two stores never share one.
 */
export function databaseOf(
  { database }: Pick<Config, 'database'>,
  name: string,
  env: NodeJS.ProcessEnv,
): DatabaseChoice {
  const named = env['DATABASE_URL'];
  const url = database === undefined ? named : readSecret(database.url, env);
  if (url === undefined || url === '') return { kind: 'file' };
  assertPostgresUrl(url, database?.url);
  const replica = database?.replica;
  const replicaUrl = replica === undefined ? null : readSecret(replica.url, env);
  if (replicaUrl !== null) assertPostgresUrl(replicaUrl, replica?.url);
  return {
    kind: 'postgres',
    url,
    schema:
      database?.schema ??
      `interline_${name.toLowerCase().replaceAll(/[^a-z0-9]/g, '_')}`.slice(0, 63),
    ...(replica === undefined || replicaUrl === null
      ? {}
      : { replica: { url: replicaUrl, maxLagMs: replica.maxLagSec * 1_000 } }),
  };
}

type UrlRef = NonNullable<Config['database']>['url'];

/** Without this the driver would look for a machine of some other name. */
function assertPostgresUrl(url: string, ref: UrlRef | undefined): void {
  if (!/^postgres(ql)?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new Error(
      `${whereFrom(ref)} holds no URL of a PostgreSQL; wanted postgres://user:password@host/name, with %-escapes where the password has signs like @ or a space`,
    );
}

function whereFrom(ref: UrlRef | undefined): string {
  if (ref === undefined) return 'the environment variable DATABASE_URL';
  return 'env' in ref ? `the environment variable ${ref.env}` : `the file ${ref.file}`;
}

/** A chain's nodes, with what is only named read from where it is. */
export function nodeUrls(
  { chainId, rpcUrls }: Pick<MainnetConfig['chains'][number], 'chainId' | 'rpcUrls'>,
  env: NodeJS.ProcessEnv,
): readonly string[] {
  return rpcUrls.map((url, index) => {
    if (typeof url === 'string') return url;
    const secret = readSecret(url, env);
    if (!/^https?:$/.test(URL.parse(secret)?.protocol ?? ''))
      throw new Error(
        `chains: the secret of node ${index + 1} of chain ${chainId} is not an http or https URL`,
      );
    return secret;
  });
}
