import { type Config, defaultConfig, readConfigFile } from '@interline/server';
import { Command } from 'commander';
import { terminal } from '../show/terminal.ts';
import { runWorker } from '../up/run-worker.ts';
import { untilStopped } from '../up/until-stopped.ts';
import { acceptHistoryOption, jsonOption } from './shared-options.ts';

interface WorkerOptions {
  readonly config?: string;
  readonly acceptHistory: boolean;
  readonly json: boolean;
}

export function workerCommand(): Command {
  return new Command('worker')
    .option(
      '-c, --config <file>',
      'deployment config (YAML or JSON); without it the devnet INTERLINE_DEVNET names is joined',
    )
    .addOption(acceptHistoryOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Environment, where no config is given:
  DATABASE_URL      PostgreSQL that the instances share
  INTERLINE_DEVNET  the devnet they are on, e.g. http://127.0.0.1:8788
  INTERLINE_DATA    folder with the keys (data)`,
    )
    .action(work);
}

async function work({ config: file, acceptHistory, json }: WorkerOptions): Promise<void> {
  const out = terminal(json);
  const config: Config =
    file === undefined ? defaultConfig(process.env) : readConfigFile(file, process.env);
  const stopped = untilStopped();
  const worker = await runWorker(config, {
    baseDir: process.cwd(),
    env: process.env,
    say: (line) => out.line(line),
    acceptsHistory: acceptHistory,
  });
  out.result(
    {
      profile: worker.deployment.profile,
      chains: worker.deployment.chains.map((one) => one.chainId),
    },
    () => {
      console.log(`the worker is up (${worker.deployment.chains.length} chains)`);
    },
  );
  try {
    out.line(`stopping (${await Promise.race([stopped, worker.atOdds])})`);
  } finally {
    await worker.stop();
  }
}
