import { evmAddress, type TokenRef } from '@interline/kernel';
import {
  deployMainnet,
  type Deployment,
  keptByKeys,
  type KeySource,
  nextFormerFolder,
  openKeys,
  passwordOf,
  readConfigFile,
  rotateKeys,
  scryptNOf,
  shownStore,
  storeOfDevnet,
} from '@interline/server';
import { Command } from 'commander';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { showRotation } from '../show/rotation.ts';
import { terminal } from '../show/terminal.ts';
import { jsonOption } from './shared-options.ts';

interface KeyOptions {
  readonly config?: string;
  readonly data?: string;
  readonly json: boolean;
}

export function keysCommand(): Command {
  return new Command('keys')
    .description("the relayer's keys: which accounts they are, and a new pair for the one in use")
    .addCommand(
      keyCommand('list', 'print the accounts of the keys in use and of former ones').action(list),
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
  1. restart every instance; until then it goes on with the keys it has,
  2. send coin for gas to the new spender and float accounts ("interline keys list" prints them),
  3. wait: routes that were begun are finished and refunded from the former accounts, and what is left
     there is sent to the new ones by itself once no route needs it.
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

async function list(options: KeyOptions): Promise<void> {
  const { current, former } = await openKeys(keysOf(options).source);
  const shown = [current, ...former].map(({ spender, float }, index) => ({
    keys: index === 0 ? 'in use' : 'former',
    spender: spender.address,
    float: float.address,
  }));
  const out = terminal(options.json);
  out.result({ keys: shown }, () => {
    for (const { keys, spender, float } of shown) {
      out.step(`${keys}, spender`, spender);
      out.step(`${keys}, float`, float);
    }
  });
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
    return showRotation(terminal(options.json), { accounts, folder, store, kept }, tokens);
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
    return { source: { kind: 'made', dir }, place, tokens: [] };
  }
  if (config === undefined)
    throw new Error(
      'say whose keys: --config <file> of a mainnet deployment, or --data <folder> of a devnet',
    );
  const read = readConfigFile(config);
  if (read.profile !== 'mainnet')
    throw new Error(`${config} is a devnet's config; name its folder instead, with --data`);
  const deployment = deployMainnet(read, process.cwd(), process.env);
  return { source: deployment.keys, place: deployment, tokens: deployment.tokens };
}
