import {
  type Deployment,
  storeMigrations,
  mainnetStore,
  migrateStore,
  readConfigFile,
} from '@interline/server';
import { Command } from 'commander';
import { terminal } from '../show/terminal.ts';
import { jsonOption } from './shared-options.ts';

interface MigrateOptions {
  readonly config: string;
  readonly json: boolean;
}

export function migrateCommand(): Command {
  const subcommand = (name: string, description: string): Command =>
    new Command(name)
      .description(description)
      .requiredOption(
        '-c, --config <file>',
        "config of the deployment; of its secrets only the database's is read",
      )
      .addOption(jsonOption());
  return new Command('migrate')
    .addCommand(
      subcommand('status', 'show what is applied and what is pending; changes nothing').action(
        status,
      ),
    )
    .addCommand(subcommand('up', 'apply what is pending').action(up));
}

async function status({ config, json }: MigrateOptions): Promise<void> {
  await show(storeOf(config), json);
}

async function up({ config, json }: MigrateOptions): Promise<void> {
  const place = storeOf(config);
  await migrateStore(place);
  await show(place, json);
}

async function show(place: StorePlace, isJson: boolean): Promise<void> {
  const migrations = await storeMigrations(place);
  terminal(isJson).result({ migrations }, () => {
    for (const { name, state } of migrations) console.log(`${state.padEnd(8)} ${name}`);
  });
}

type StorePlace = Pick<Deployment, 'storeDir' | 'database'>;

function storeOf(file: string): StorePlace {
  const config = readConfigFile(file);
  if (config.profile === 'devnet')
    throw new Error(
      "a devnet's database is made new with every devnet, so there is nothing to migrate",
    );
  return mainnetStore(config, process.env);
}
