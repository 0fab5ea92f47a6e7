import {
  backUpStore,
  defaultConfig,
  storeFolder,
  readConfigFile,
  restoreStore,
} from '@interline/server';
import { Command } from 'commander';
import { existsSync } from 'node:fs';
import { WrongStateError } from '../exit-codes.ts';
import { terminal } from '../show/terminal.ts';
import { jsonOption } from './shared-options.ts';

interface PlaceOptions {
  readonly config?: string;
  readonly data?: string;
  readonly json: boolean;
}

export function backupCommand(): Command {
  return placeCommand('backup', 'the only one')
    .argument('<file>', 'where to write it; an existing file is not overwritten')
    .addHelpText(
      'after',
      `
The store knows what is owed to whom, and holds the secrets of webhooks and what payers signed: keep copies as
you keep keys. Keys are not in it. A copy of journal.sqlite made by hand is whole only after a clean stop.`,
    )
    .action(backUp);
}

export function restoreCommand(): Command {
  return placeCommand('restore', 'the only one with keys')
    .argument('<file>', 'a copy that `interline backup` made')
    .action(restore);
}

function placeCommand(name: string, otherwise: string): Command {
  return new Command(name)
    .option(
      '-c, --config <file>',
      "config of the deployment; of its secrets only the database's is read",
    )
    .option(
      '-d, --data <folder>',
      `folder of the store, such as data/mainnet; else ${otherwise} in INTERLINE_DATA (data)`,
    )
    .addOption(jsonOption());
}

function backUp(file: string, options: PlaceOptions): void {
  const place = placeOf(options, 'store');
  if (existsSync(file))
    throw new WrongStateError(`${file} exists already, and nothing is overwritten; name another`);
  const { asOfMs, ...copy } = backUpStore(place, file);
  const asOf = new Date(asOfMs).toISOString();
  const out = terminal(options.json);
  out.result({ ...copy, asOf }, () => {
    out.step('backup', `${copy.file}, ${copy.bytes} bytes, for its owner alone`);
    out.step(
      'holds',
      `${copy.routes} routes, ${copy.openRoutes} of them open; everything committed by ${asOf}`,
    );
    out.step('checked', "read whole, with SQLite's integrity check");
    out.step('next', 'take it to another machine; `interline restore` puts it back');
  });
}

function restore(file: string, options: PlaceOptions): void {
  const { file: store, bytes, routes, openRoutes } = restoreStore(placeOf(options, 'keys'), file);
  const out = terminal(options.json);
  out.result({ file: store, bytes, routes, openRoutes }, () => {
    out.step('restored', `${store}, ${bytes} bytes`);
    out.step('holds', `${routes} routes, ${openRoutes} of them open`);
    out.step(
      'careful',
      'it is older than the chains: it knows nothing of what was moved after the copy was made',
    );
    out.step(
      'next',
      'run `interline recover --from-chain` (with the --config of the deployment), which reads from the chains what the copy lacks; then start the service and run `interline desk`',
    );
  });
}

function placeOf({ config, data }: PlaceOptions, by: 'store' | 'keys'): string {
  if (data !== undefined) return data;
  return storeFolder(
    config === undefined ? defaultConfig(process.env) : readConfigFile(config),
    process.env,
    by,
  );
}
