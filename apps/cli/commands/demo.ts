import { defaultConfig } from '@interline/server';
import { attachDevnet } from '@interline/devnet';
import { Command } from 'commander';
import pc from 'picocolors';
import { type DemoTransfer, runDemo } from '../demo/run-demo.ts';
import { terminal } from '../show/terminal.ts';
import { runService } from '../up/run-service.ts';
import { defaultUrl, jsonOption, readUrl, withoutOption } from './shared-options.ts';

export function demoCommand(): Command {
  return new Command('demo')
    .description(
      'the main job, for real: a wallet with no gas moves 5 USDC from Base to Arbitrum on local chains',
    )
    .option(
      '--url <url>',
      'a running service; without it the usual address is tried, and one is started if none answers',
      readUrl,
    )
    .option('--amount <amount>', 'how much USDC', '5')
    .addOption(withoutOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      '\nWithout the float lane a third-party engine carries it, here a local stand-in of one:\n  npm run demo -- --without floatlane --amount 250',
    )
    .action(demo);
}

interface DemoOptions extends DemoTransfer {
  readonly url?: string;
  readonly json: boolean;
}

async function demo({ url, json, ...transfer }: DemoOptions): Promise<void> {
  const out = terminal(json);
  const running = url ?? ((await answers(defaultUrl())) ? defaultUrl() : null);
  if (running !== null) {
    out.line(pc.dim(`using the service at ${running}`));
    await runDemo(running, transfer, out);
    return;
  }
  const service = await runService(defaultConfig(process.env), {
    baseDir: process.cwd(),
    env: process.env,
    say: (line) => out.line(pc.dim(line)),
  });
  try {
    await runDemo(service.url, transfer, out);
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
