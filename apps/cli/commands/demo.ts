import { defaultConfig } from '@interline/server';
import { attachDevnet } from '@interline/devnet';
import { Command, Option } from 'commander';
import pc from 'picocolors';
import { demoInward } from '../demo/demo-inward.ts';
import { demoOutward, type OutwardChain, outwardChains } from '../demo/demo-outward.ts';
import { type DemoTransfer, runDemo } from '../demo/run-demo.ts';
import { UsageError } from '../exit-codes.ts';
import { type Terminal, terminal } from '../show/terminal.ts';
import { runService } from '../up/run-service.ts';
import { jsonOption, withoutOption } from './shared-options.ts';
import { defaultUrl, readUrl } from '../rest/service-url.ts';

export function demoCommand(): Command {
  return new Command('demo')
    .option(
      '--url <url>',
      'a running service; without it the usual address is tried, and one is started if none answers',
      readUrl,
    )
    .addOption(
      new Option(
        '--to <chain>',
        'instead: USDC from Base to a fresh address there; its balance is read from the chain',
      ).choices(outwardChains),
    )
    .addOption(
      new Option(
        '--from <chain>',
        "instead: a deposit, paid by the local node's own wallet, becomes USDC on Arbitrum",
      ).choices(['bitcoin']),
    )
    .option('--amount <amount>', 'how much USDC (5); from bitcoin, how much BTC (0.0005)')
    .addOption(withoutOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Without the float lane a third-party engine carries it, here a local stand-in of one:
  npm run demo -- --without floatlane --amount 250
Beyond the EVM chains; Bitcoin needs a bitcoind, which "npm run bitcoind" brings:
  npm run demo -- --to bitcoin
  npm run demo -- --to stellar
  npm run demo -- --from bitcoin`,
    )
    .action(demo);
}

interface DemoOptions extends DemoTransfer {
  readonly url?: string;
  readonly to?: OutwardChain;
  readonly from?: 'bitcoin';
  readonly json: boolean;
}

async function demo({ url, json, to, from, ...transfer }: DemoOptions): Promise<void> {
  if (to !== undefined && from !== undefined)
    throw new UsageError('the demo has USDC on one side: give --to or --from, not both');
  const out = terminal(json);
  const run = (at: string): Promise<void> => {
    if (to !== undefined) return demoOutward(at, to, transfer, out);
    return from === undefined ? runDemo(at, transfer, out) : demoInward(at, transfer, out);
  };
  const running = url ?? ((await answers(defaultUrl())) ? defaultUrl() : null);
  if (running === null) return onOwnService(run, out);
  out.line(pc.dim(`using the service at ${running}`));
  return run(running);
}

async function onOwnService(run: (url: string) => Promise<void>, out: Terminal): Promise<void> {
  const service = await runService(defaultConfig(process.env), {
    baseDir: process.cwd(),
    env: process.env,
    say: (line) => out.line(pc.dim(line)),
  });
  try {
    await run(service.url);
  } finally {
    await service.stop();
  }
}

async function answers(url: string): Promise<boolean> {
  return attachDevnet(url).then(
    () => true,
    () => false,
  );
}
