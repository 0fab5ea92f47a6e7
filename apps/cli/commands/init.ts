import { systemCode } from '@interline/server/system-code';
import { Command, Option } from 'commander';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { terminal } from '../show/terminal.ts';
import { jsonOption } from './shared-options.ts';

interface InitOptions {
  readonly like: StartingConfig;
  readonly output: string;
  readonly json: boolean;
}

export function initCommand(): Command {
  return new Command('init')
    .addOption(
      new Option('-l, --like <example>', 'which one to start from')
        .choices(startingConfigs)
        .default('devnet'),
    )
    .option(
      '-o, --output <file>',
      'where to write it; an existing file is not overwritten',
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

/** The deployments that ship as examples, by the names of their files. */
export const startingConfigs = ['devnet', 'mainnet', 'mainnet-postgres'] as const;
export type StartingConfig = (typeof startingConfigs)[number];

/** Throws where the file exists: a config in use is not to be lost. */
export async function writeStartingConfig(like: StartingConfig, file: string): Promise<void> {
  const text = await readFile(exampleFile(like), 'utf8');
  try {
    // Only its owner may read it, since a secret may be added to it later.
    await writeFile(file, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const code = systemCode(error);
    if (code === 'EEXIST')
      throw new Error(`${file} exists already; name another file with --output`, {
        cause: error,
      });
    throw new Error(
      `${file} cannot be written (${code}); name a file in a folder that is there with --output`,
      { cause: error },
    );
  }
}

/** Beside package.json, from the sources and from the built package alike. */
export function exampleFile(like: StartingConfig): string {
  const manifest = findPackageJSON('..', import.meta.url);
  if (manifest === undefined) throw new Error("this program's own package.json cannot be found");
  return join(dirname(manifest), 'examples', `${like}.yaml`);
}
