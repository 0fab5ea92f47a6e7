import { readFileSync } from 'node:fs';
import { createClient, signPermit } from '@interline/client';
import { systemCode } from '@interline/server';
import type { Command } from 'commander';
import { Wallet } from 'ethers';
import {
  requireRails,
  transferCommand,
  transferOf,
  type TransferOptions,
} from './transfer-command.ts';
import { readDestination, readMemoOption, recipientOf } from './destination.ts';
import { UsageError } from '../exit-codes.ts';
import { followAccepted, followCommand } from '../rest/follow-accepted.ts';
import { tokenFacts } from '../rest/sign-and-send.ts';
import { showProgress, showReceipt } from '../show/lines.ts';
import { terminal } from '../show/terminal.ts';
import { readTokenAmounts } from '../show/token-amounts.ts';
import { sayingToPayer } from '../show/say-to-payer.ts';

interface SendOptions extends TransferOptions {
  readonly recipient?: string;
  readonly memo?: ReturnType<typeof readMemoOption>;
  readonly claimable?: boolean;
  readonly keyEnv: string;
  readonly keyFile?: string;
}

export function sendCommand(): Command {
  return transferCommand(
    'send',
    'sign with a local key, execute, and follow the route to both transactions',
  )
    .option('--recipient <address>', 'who receives; the payer when omitted, where it can be')
    .option(
      '--memo <type:value>',
      'to stellar: what the recipient asks for beside the payment, e.g. id:42 or text:...',
      readMemoOption,
    )
    .option(
      '--claimable',
      'to stellar: pay a balance to claim where the recipient has no trustline',
    )
    .option(
      '--key-env <name>',
      "environment variable with the payer's private key",
      'INTERLINE_KEY',
    )
    .option('--key-file <file>', "file with the payer's private key, instead of --key-env")
    .addHelpText(
      'after',
      '\nThe key signs off-chain and stays here; the payer needs no native gas.\n\nExamples:\n  INTERLINE_KEY=0x... npx interline send --from 8453 --to 42161 --amount 5\n  INTERLINE_KEY=0x... npx interline send --from 8453 --to bitcoin:<address> --amount 5\n  INTERLINE_KEY=0x... npx interline send --from 8453 --to stellar:<address> --memo text:hello --amount 5',
    )
    .action(send);
}

async function send(options: SendOptions): Promise<void> {
  const out = terminal(options.json);
  const client = createClient({ baseUrl: options.url });
  const wallet = readKey(options);
  const { memo, claimable } = options;
  const toAddress = recipientOf(readDestination(options.to), options.recipient, wallet.address);
  await requireRails(client, options.without);
  const source = await tokenFacts(client, options.from, options.token);
  const accepted = await sayingToPayer(out.isJson, source, async () => {
    const asked = await client.agentDo({
      ...transferOf(options, source),
      fromAddress: wallet.address,
      toAddress,
      ...(memo === undefined ? {} : { memo }),
      ...(claimable === undefined ? {} : { claimable }),
    });
    return client.execute({ ...(await signPermit(wallet, asked)), live: true });
  });
  if (!('id' in accepted)) throw new Error(`the service only rehearsed it: ${accepted.note}`);
  const { id } = accepted;
  const follow = followCommand(id, options.url);
  const last = await followAccepted(id, follow, () => {
    out.step('accepted', `${id}; to follow it elsewhere: ${follow}`);
    return client.waitForRoute(id, { onChange: (change) => showProgress(out, change) });
  });
  const amounts = await readTokenAmounts(client);
  out.result(last, () => showReceipt(out, last, amounts));
  if (last.status !== 'DONE') process.exitCode = 1;
}

function readKey({ keyEnv, keyFile }: SendOptions): Wallet {
  const text = keyFile === undefined ? process.env[keyEnv] : readKeyFile(keyFile);
  if (text === undefined || text === '')
    throw new UsageError(`no key to sign with: set ${keyEnv}, or name a file with --key-file`);
  try {
    return new Wallet(text);
  } catch {
    // The library's message would repeat the key.
    throw new UsageError(`the key in ${keyFile ?? keyEnv} is not a 32-byte private key in hex`);
  }
}

function readKeyFile(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new Error(
      `the key file ${file} cannot be read (${systemCode(error)}); name one that holds the payer's private key in hex`,
      { cause: error },
    );
  }
}
