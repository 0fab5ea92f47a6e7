import { existsSync } from 'node:fs';
import { Command, Option } from 'commander';
import {
  type StartingConfig,
  startingConfigs,
  writeStartingConfig,
} from '../init/write-starting-config.ts';
import { terminal } from '../show/terminal.ts';
import { jsonOption } from './shared-options.ts';

interface InitOptions {
  readonly like: StartingConfig;
  readonly output: string;
  readonly json: boolean;
}

export function initCommand(): Command {
  return new Command('init')
    .description('write a commented config to start from; it names secrets and never holds one')
    .addOption(
      new Option('-l, --like <example>', 'which one to start from')
        .choices(startingConfigs)
        .default('devnet'),
    )
    .option(
      '-o, --output <file>',
      'where to; a file that is there stays as it is',
      'interline.yaml',
    )
    .addOption(jsonOption())
    .action(init);
}

async function init({ like, output, json }: InitOptions): Promise<void> {
  const out = terminal(json);
  await writeStartingConfig(like, output);
  out.result({ file: output, like }, () => {
    console.log(`${output} is written. Next:`);
    out.step('check', `interline config check ${output}`);
    out.step('examine', `interline doctor --config ${output}`);
    out.step('start', `interline up --config ${output}`);
    if (!existsSync('package.json'))
      out.line(
        'There is no package.json here: run these in the folder whose package.json has the rails among its dependencies.',
      );
  });
}
