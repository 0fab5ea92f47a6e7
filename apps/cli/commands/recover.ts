import type { AccountForward, ChainRecovery } from '@interline/core/transfer';
import { chainToWire } from '@interline/kernel';
import { type Config, defaultConfig, readConfigFile } from '@interline/server';
import { Command } from 'commander';
import { UsageError } from '../exit-codes.ts';
import { type Terminal, terminal } from '../show/terminal.ts';
import { recoverOffline } from '../up/recover-offline.ts';
import { jsonOption } from './shared-options.ts';

interface RecoverOptions {
  readonly config?: string;
  readonly fromChain: boolean;
  readonly dryRun: boolean;
  readonly json: boolean;
}

export function recoverCommand(): Command {
  return new Command('recover')
    .option(
      '-c, --config <file>',
      'deployment config (YAML or JSON); without it the devnet INTERLINE_DEVNET names is joined',
    )
    .option('--from-chain', 'read what the accounts have sent since the copy was made', false)
    .option('--dry-run', 'print what would be done, and change nothing', false)
    .addOption(jsonOption())
    .addHelpText(
      'after',
      `
Each transaction of an account that the store does not know is read from its chain and given to the route that
it was made for; that route goes on at the next start. What belongs to no route of the store is listed by
"interline desk". Nothing is sent. The service does the same by itself while it runs.`,
    )
    .action(recover);
}

async function recover({ config: file, fromChain, dryRun, json }: RecoverOptions): Promise<void> {
  if (!fromChain)
    throw new UsageError(
      'say from where: --from-chain reads what the accounts have sent; nothing was done',
    );
  const out = terminal(json);
  const config: Config = file === undefined ? defaultConfig(process.env) : readConfigFile(file);
  const recovery = await recoverOffline(
    config,
    { baseDir: process.cwd(), env: process.env, say: (line) => out.line(line) },
    { depth: 'final', isDryRun: dryRun },
  );
  out.result({ ...recovery, isDryRun: dryRun }, () => {
    show(out, recovery, dryRun);
  });
}

function show(out: Terminal, recovery: ChainRecovery, isDryRun: boolean): void {
  const read = recovery.accounts.filter(({ state }) => state !== 'runs');
  if (read.length === 0) out.line('The chains show nothing that the store does not have.');
  for (const account of read) showAccount(out, account);
  if (recovery.silent.length > 0) out.step('silent', recovery.silent.join(', '));
  out.step('quarantined', `${recovery.quarantined} routes wait for a person`);
  if (isDryRun) out.step('dry run', 'nothing was changed');
}

function showAccount(out: Terminal, { chain, role, state, reason, found }: AccountForward): void {
  out.step(`${role} ${chainToWire(chain)}`, reason === null ? state : `${state}: ${reason}`);
  for (const { slot, hash, outcome, matched, unmatched } of found) {
    const what = [
      ...matched.map(({ purpose, owner }) => `${purpose} of ${owner.id}`),
      ...unmatched.flatMap(({ kind, moved }) =>
        moved.map(
          ({ token, from, to, units }) => `${kind} of ${units} of ${token}, ${from} -> ${to}`,
        ),
      ),
    ];
    out.step(`  slot ${slot}`, [hash, outcome, ...what].join(' '));
  }
}
