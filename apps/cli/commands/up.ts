import { type Config, defaultConfig, readConfigFile } from '@interline/server';
import { Command } from 'commander';
import { terminal } from '../show/terminal.ts';
import { runService } from '../up/run-service.ts';
import { untilStopped } from '../up/until-stopped.ts';
import { acceptHistoryOption, jsonOption } from './shared-options.ts';

interface UpOptions {
  readonly config?: string;
  readonly httpOnly: boolean;
  readonly acceptHistory: boolean;
  readonly json: boolean;
}

export function upCommand(): Command {
  return new Command('up')
    .option(
      '-c, --config <file>',
      'deployment config (YAML or JSON); without it a devnet is started',
    )
    .option(
      '--http-only',
      'take requests, and leave the work to `interline worker` on the same database',
      false,
    )
    .addOption(acceptHistoryOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Environment, where no config is given:
  PORT              port of the service (8787)
  METRICS_PORT      port of the metrics (9464, or any free one where that is taken)
  INTERLINE_DATA    folder for store and keys (data)
  INTERLINE_DEVNET  attach to this running devnet, e.g. http://127.0.0.1:8788, instead of starting one
  DEVNET_PORT       port of the devnet that is started (8788)
  DATABASE_URL      PostgreSQL that several instances share, instead of a file
  EVM_RPC_<id>      node(s) of a chain, comma-separated: that chain is not started
  INTERLINE_OPERATOR_TOKEN  the operator's credential; one is made in the data folder without it
  PRIMITIVES_LIVE   1: schedules and conditionals that say live: true move money
  HOOKS_LOOPBACK    1: webhooks may go to this machine, as "interline listen" needs it
  INTERLINE_TRACES  where a collector takes traces, e.g. http://127.0.0.1:4318/v1/traces; none without it
  INTERLINE_LOG     debug, info, warn, error or silent (warn)

With a config PORT, METRICS_PORT and INTERLINE_DATA are not read: write server: { port: 8800 }, metrics: { port: 9500 } and
dataDir into it.`,
    )
    .action(up);
}

/** Where the demo looks by itself. */
const usualUrl = 'http://127.0.0.1:8787';

async function up({ config: file, httpOnly, acceptHistory, json }: UpOptions): Promise<void> {
  const out = terminal(json);
  const config: Config =
    file === undefined ? defaultConfig(process.env) : readConfigFile(file, process.env);
  const stopped = untilStopped();
  const startedAt = performance.now();
  const service = await runService(config, {
    baseDir: process.cwd(),
    env: process.env,
    say: (line) => out.line(line),
    isHttpOnly: httpOnly,
    acceptsHistory: acceptHistory,
  });
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  out.result(
    {
      url: service.url,
      metrics: service.metricsUrl,
      profile: service.deployment.profile,
      chains: service.deployment.chains.map((one) => one.chainId),
    },
    () => {
      console.log(
        `Interline is up on ${service.url} (${service.deployment.chains.length} chains, ${seconds} s)`,
      );
      if (service.deployment.server.console)
        console.log(
          `open ${service.url}${service.deployment.server.basePath}/ in a browser: the console`,
        );
      if (service.metricsUrl !== null) console.log(`metrics are on ${service.metricsUrl}/metrics`);
      if (service.deployment.profile === 'devnet')
        console.log(
          `try it, in another terminal: npm run demo${service.url === usualUrl ? '' : ` -- --url ${service.url}`}`,
        );
    },
  );
  try {
    out.line(`stopping (${await Promise.race([stopped, service.atOdds])})`);
  } finally {
    await service.stop();
  }
}
