import { existsSync } from 'node:fs';
import { checkSettings, settingsSchemas } from '@interline/plugins';
import {
  chainPoliciesOf,
  type Config,
  gasCeilingsOf,
  configJsonSchema,
  defaultConfig,
  missingSecrets,
  readConfigFile,
  secretStandIn,
  shownFamilies,
  standInSecrets,
} from '@interline/server';
import { Command } from 'commander';
import { terminal } from '../show/terminal.ts';
import { feeRate, inGwei } from '../show/fee-rate.ts';
import { jsonOption } from './shared-options.ts';

export function configCommand(): Command {
  return new Command('config')
    .addCommand(
      new Command('check')
        .description('validate a config whole and print the deployment it makes; starts nothing')
        .argument('[file]', 'config file; without it, what `up` runs by default')
        .addOption(jsonOption())
        .action(check),
    )
    .addCommand(configSchemaCommand());
}

async function check(
  file: string | undefined,
  { json }: { readonly json: boolean },
): Promise<void> {
  const config: Config =
    file === undefined ? defaultConfig(process.env) : readConfigFile(file, process.env);
  const checked = await checkSettings(process.cwd(), {
    ...config.rails,
    settings: standInSecrets(config.rails.settings),
    isStandIn: (value) => value === secretStandIn,
  });
  const rails = checked.map((rail) => rail.id);
  const out = terminal(json);
  const missing = missingSecrets(config, process.env);
  const ceilings = gasCeilingsOf(config);
  const policies = chainPoliciesOf(config);
  const families = shownFamilies(config);
  const { deposits } = config;
  const summary = {
    ...summaryOf(config, rails),
    policies,
    families,
    deposits,
    gasCeilings: ceilings,
    missing,
  };
  out.result(summary, () => {
    for (const [name, value] of Object.entries(summaryOf(config, rails)))
      out.step(name, Array.isArray(value) ? value.join(', ') : String(value));
    for (const one of policies)
      out.step(
        'policy',
        `${one.chain}: confirmations ${one.confirmations}; final at ${one.finalDepth}; holds ${one.holdSec} s; bumps after ${one.bumpAfterSec} s, then every ${one.slowBumpSec} s; read every ${one.pollMs} ms; at most ${feeRate(one.maxFeePerGasWei, one.chain)}`,
      );
    for (const { chain, feeRateCap, ...gas } of ceilings)
      out.step(
        'most gas',
        `${chain}: ${Object.entries(gas)
          .map(([purpose, most]) => `${purpose} ${most}`)
          .join(', ')}; at most ${inGwei(feeRateCap)} each`,
      );
    for (const { id, confirmations, finalDepth, settings } of families)
      out.step(
        'family',
        `${id}: confirmations ${confirmations}; final at ${finalDepth}; ${Object.entries(settings)
          .map(([name, value]) => `${name} ${value}`)
          .join(', ')}`,
      );
    out.step(
      'deposits',
      `a price is held for ${deposits.lockSec} s where the deposit is mined within ${deposits.minedWithinSec} s, parts are waited for ${deposits.expiresSec} s; ${deposits.unpaidPerClient} unpaid ones a client, ${deposits.unpaidInAll} in all, and at most ${deposits.lockedUsd} USD at a locked price`,
    );
    for (const secret of missing) out.step('to be set', secret);
    out.line(
      `the config is valid${missing.length === 0 ? '' : '; where it runs, its secrets must be there too'}`,
    );
  });
}

/**
 * Secrets are references in the config, so nothing here needs hiding; node URLs may hold keys and
 * are only counted.
 */
function summaryOf(config: Config, rails: readonly string[]) {
  const common = {
    profile: config.profile,
    dataDir: config.dataDir,
    ...(config.database === undefined ? {} : { database: databaseWords(config.database) }),
    listens: `${config.server.host}:${config.server.port}${config.server.basePath}`,
    rails,
  };
  if (config.profile === 'devnet')
    return {
      ...common,
      chains: config.chainIds ?? ['all 22'],
      nodesNamed: Object.keys(config.rpcUrls).length,
    };
  return {
    ...common,
    chains: config.chains.map((one) => one.chainId),
    nodesNamed: config.chains.reduce((sum, one) => sum + one.rpcUrls.length, 0),
    tokens: config.tokens.length,
    keys: keysOf(config.keys),
  };
}

function databaseWords({ schema, replica }: NonNullable<Config['database']>): string {
  const named = schema === undefined ? 'PostgreSQL' : `PostgreSQL, schema ${schema}`;
  return replica === undefined
    ? named
    : `${named}; a replica that may lag ${replica.maxLagSec} s answers the feed, the scorecard and archived receipts`;
}

type Keys = Extract<Config, { readonly profile: 'mainnet' }>['keys'];

/** Where each key is; neither is opened, nor is a KMS asked. */
function keysOf(keys: Keys): readonly string[] {
  if ('keystore' in keys) return [`the keystore in ${keys.keystore}`];
  return (['spender', 'float'] as const).map((role) => {
    const ref = keys[role];
    if ('kms' in ref) return `${role} in the KMS of ${ref.kms.region}, ${ref.kms.key}`;
    return `${role} by reference`;
  });
}

function configSchemaCommand(): Command {
  return new Command('schema')
    .description(
      "print the JSON Schema of the config, for editors and other tools; with the settings of this folder's rails",
    )
    .action(async () => {
      const isDeployment = existsSync('package.json');
      const rails = isDeployment ? await settingsSchemas(process.cwd()) : null;
      console.log(JSON.stringify(configJsonSchema(rails), null, 2));
    });
}
