import { chainToWire, evmAddress, type TokenRef } from '@interline/kernel';
import {
  createKeys,
  deployMainnet,
  type Deployment,
  familyAddresses,
  keptByKeys,
  type KeptByKeys,
  type KeySource,
  nextFormerFolder,
  openKeys,
  passwordOf,
  readConfigFile,
  rotateKeys,
  secretNames,
  scryptNOf,
  shownStore,
  storeOfDevnet,
} from '@interline/server';
import { Command } from 'commander';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError, WrongStateError } from '../exit-codes.ts';
import { heldLines } from '../show/former-keys.ts';
import { knownAmounts } from '../show/known-amounts.ts';
import { showRotation } from '../show/rotation.ts';
import { terminal } from '../show/terminal.ts';
import { whoseKeys } from './keys-folders.ts';
import { jsonOption } from './shared-options.ts';
import { serviceUrl } from '../rest/service-url.ts';

interface KeyOptions {
  readonly config?: string;
  readonly data?: string;
  readonly json: boolean;
}

export function keysCommand(): Command {
  return new Command('keys')
    .addCommand(
      keyCommand(
        'list',
        'print the accounts of the keys in use and of former ones, and what these still hold and owe',
      )
        .addHelpText(
          'after',
          '\nA former account is drained once its routes and all that it sent are final; "interline float status" says which\nblocks that takes.',
        )
        .action(list),
    )
    .addCommand(
      mainnetKeyCommand(
        'create',
        'draw the keys that a mainnet deployment lacks, into its folder of keystores; none is written over',
      )
        .argument(
          '[which...]',
          'evm for the spender and the float, or a family such as bitcoin; all that the config holds money on where left out',
        )
        .addHelpText(
          'after',
          `
The config names the folder and its password: keys: { keystore: keys, password: { file: keys/password } }. Make the
password first, such as with: umask 077; mkdir keys; openssl rand -hex 32 > keys/password
Keep a copy of the folder and of the password in two places: money on these accounts is lost with them.

Example:
  interline keys create --config deployment.yaml`,
        )
        .action(create),
    )
    .addCommand(
      keyCommand(
        'rotate',
        'draw new keys; what was begun with the former ones is finished with them',
      )
        .option('--dry-run', 'say what would move from which accounts, and write nothing', false)
        .addHelpText(
          'after',
          `
A dry run reads the store that the deployment uses: the config's database, else the one DATABASE_URL names,
else the file in its folder.
The former keys move to the folder "former" beside the new ones and are never deleted. Then:
  1. restart every instance, one after the other or at once; until then it goes on with the keys it has,
  2. send coin for gas to the new spender and float accounts ("interline keys list" prints them),
  3. wait: routes that were begun are finished and refunded from the former accounts, and what is left
     there is sent to the new ones by itself once no route needs it and all that they sent is final: that many
     blocks deep that no reorg is watched for any more (finalDepth of the chain; 12 on a devnet, where a block is
     mined only with a transaction, so that a quiet one never gets there). "interline float status" lists former
     accounts with the routes and the blocks that they wait for, and what they hold.
A permit that a payer signed for the former spender and that was not accepted yet is refused: the payer signs
again. Keys that are secrets in the config are rotated there: the new pair under keys.spender and keys.float,
the former one in front of keys.former.`,
        )
        .action(rotate),
    );
}

function keyCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .option(
      '-c, --config <file>',
      "config of a mainnet deployment, whose secrets must be there; beside --data, the devnet's",
    )
    .option('-d, --data <folder>', "a devnet's folder, such as data/devnet-0a1b2c3d")
    .addOption(jsonOption());
}

/** A devnet makes its own keys. */
function mainnetKeyCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .option('-c, --config <file>', 'config of a mainnet deployment')
    .addOption(jsonOption());
}

async function create(which: readonly string[], options: KeyOptions): Promise<void> {
  const { source, deployment } = keysOf(options);
  if (source.kind !== 'keystore' || deployment === null)
    throw new WrongStateError(
      source.kind === 'made'
        ? 'a devnet makes its own keys; name the config of a mainnet deployment, with --config'
        : 'the keys are secrets that the config names: draw each, such as with "openssl rand -hex 32", and put it where keys says, or make it in the KMS that keys names; or name a folder with keys: { keystore: ... }',
    );
  const ids = secretNames(deployment);
  const stranger = which.find((one) => one !== 'evm' && !ids.includes(one));
  if (stranger !== undefined)
    throw new UsageError(
      `the config needs no key for "${stranger}", only for ${['evm', ...ids].join(', ')}`,
    );
  const isWanted = (one: string): boolean => which.length === 0 || which.includes(one);
  const created = await createKeys(source, ids.filter(isWanted), isWanted('evm'));
  const out = terminal(options.json);
  out.result({ ...created, folder: source.dir }, () => {
    for (const name of created.made) out.step('made', `${name} in ${source.dir}`);
    for (const name of created.kept) out.step('kept', `${name}, which was there`);
    out.line(
      'Copy the folder and its password to two other places; "interline keys list" prints the accounts to fund.',
    );
  });
}

async function list(options: KeyOptions): Promise<void> {
  const { source, place, tokens, deployment } = keysOf(options);
  const names = deployment === null ? [] : secretNames(deployment);
  const { current, former, secrets } = await openKeys(source, names);
  const floats = deployment === null ? [] : await familyAddresses(deployment, secrets);
  const out = terminal(options.json);
  const amounts = await knownAmounts(tokens, serviceUrl());
  const shown = await Promise.all(
    [current, ...former].map(async ({ spender, float }, index) => {
      const accounts = { spender: spender.address, float: float.address };
      if (index === 0) return { keys: 'in use', ...accounts };
      const kept = await keptOf(place, accounts);
      const holdings = (kept?.holdings ?? []).map(({ book: { chain, account, token }, units }) => ({
        chain: chainToWire(chain),
        account: account === evmAddress(spender.address) ? 'spender' : 'float',
        amount: amounts.of(units.toString(), chainToWire(chain), token),
      }));
      return { keys: 'former', ...accounts, unsettled: kept?.unsettled ?? null, holdings };
    }),
  );
  out.result({ keys: shown, families: floats }, () => {
    for (const { keys, spender, float, ...waits } of shown) {
      out.step(`${keys}, spender`, spender);
      out.step(`${keys}, float`, float);
      if (!('holdings' in waits)) continue;
      const { unsettled, holdings } = waits;
      if (unsettled !== null) out.line(`    ${unsettled} routes of theirs are not final`);
      for (const line of heldLines(holdings)) out.line(`    ${line}`);
    }
    for (const { id, address } of floats) out.step(`${id}, float`, address);
    if (former.length > 0)
      out.line('"interline float status" says which blocks the former ones wait for.');
  });
}

function keptOf(
  place: Keys['place'],
  { spender, float }: { readonly spender: string; readonly float: string },
): Promise<KeptByKeys | null> {
  return keptByKeys(place, { spender: evmAddress(spender), float: evmAddress(float) });
}

async function rotate(options: KeyOptions & { readonly dryRun: boolean }): Promise<void> {
  const { source, place, tokens } = keysOf(options);
  if (source.kind === 'hex')
    throw new Error(
      'the keys are secrets that the config names: put the new pair under keys.spender and keys.float, and the one in use in front of keys.former',
    );
  if (options.dryRun) {
    // First: opening keys would finish a rotation that was cut off.
    const folder = nextFormerFolder(source.dir);
    const { current } = await openKeys(source);
    const accounts = {
      spender: evmAddress(current.spender.address),
      float: evmAddress(current.float.address),
    };
    const kept = await keptByKeys(place, accounts);
    const store = shownStore(place);
    const amounts = await knownAmounts(tokens, serviceUrl());
    return showRotation(terminal(options.json), { accounts, folder, store, kept }, amounts);
  }
  const rotated = await rotateKeys(source.dir, await passwordOf(source), scryptNOf(source));
  const out = terminal(options.json);
  out.result(rotated, () => {
    out.step('new spender', rotated.spender);
    out.step('new float', rotated.float);
    out.line('now restart every instance, and send coin for gas to both accounts');
  });
}

interface Keys {
  readonly source: KeySource;
  /** Where the store of these keys is. */
  readonly place: Pick<Deployment, 'database' | 'storeDir'>;
  /** None where only a devnet's folder is named. */
  readonly tokens: readonly TokenRef[];
  /** Null where only a devnet's folder is named. */
  readonly deployment: Deployment | null;
}

function keysOf({ config, data }: KeyOptions): Keys {
  if (data !== undefined) {
    const dir = join(data, 'keys');
    if (!existsSync(dir))
      throw new Error(`there are no keys in ${data}; name the folder of a devnet that has run`);
    const place = storeOfDevnet(
      data,
      config === undefined ? {} : readConfigFile(config),
      process.env,
    );
    return { source: { kind: 'made', dir }, place, tokens: [], deployment: null };
  }
  if (config === undefined) throw whoseKeys(process.env);
  const read = readConfigFile(config);
  if (read.profile !== 'mainnet')
    throw new Error(`${config} is a devnet's config; name its folder instead, with --data`);
  const deployment = deployMainnet(read, process.cwd(), process.env);
  return { source: deployment.keys, place: deployment, tokens: deployment.tokens, deployment };
}
