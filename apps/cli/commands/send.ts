import { createClient, signPermit } from '@interline/client';
import type { Command } from 'commander';
import { requireRails, transferCommand, transferOf, withChains } from './transfer-command.ts';
import { keyEnvOption, keyFileOption, type KeyOptions, readKey } from './payers-key.ts';
import { sendDeposit, type SendDepositOptions } from './send-deposit.ts';
import { takesDeposits } from './source.ts';
import { readDestination, recipientOf } from './destination.ts';
import { UsageError } from '../exit-codes.ts';
import { followAccepted, followCommand } from '../rest/follow-accepted.ts';
import { showWait } from '../rest/follow-deposit.ts';
import { keepAccepted, keepFollowed } from '../rest/kept-routes.ts';
import { knownContract } from '../rest/known-contract.ts';
import { tokenFacts } from '../rest/sign-and-send.ts';
import { quoteWords } from '../show/cost-words.ts';
import { showProgress, showReceipt } from '../show/lines.ts';
import { inTokens, terminal } from '../show/terminal.ts';
import { readTokenAmounts } from '../show/token-amounts.ts';
import { transactionLinks } from '../show/transaction-links.ts';
import { sayingToPayer } from '../show/say-to-payer.ts';

interface SendOptions extends SendDepositOptions, KeyOptions {
  readonly decimals?: number;
}

export function sendCommand(): Command {
  return transferCommand('send')
    .option('--recipient <address>', 'who receives; the payer when omitted, where it can be')
    .option(
      '--decimals <count>',
      'decimals of a --token that is a contract not known here: a service is not taken at its word for them',
      readDecimals,
    )
    .option(
      '--refund-address <address>',
      'from bitcoin: where money goes back to that cannot be delivered; without one it waits until you name it',
    )
    .addOption(keyEnvOption())
    .addOption(keyFileOption())
    .addHelpText(
      'after',
      `
The key signs off-chain and stays here; the payer needs no native gas. From bitcoin nothing is signed: an address is
shown, with a QR code and until when its price holds, and what is paid to it is followed to its delivery. With --json
that answer is printed and the command ends; its field "follow" is the command that follows it.

Examples:
  INTERLINE_KEY=0x... npx interline send --from 8453 --to 42161 --amount 5
  INTERLINE_KEY=0x... npx interline send --from 8453 --to bitcoin:<address> --amount 5
  INTERLINE_KEY=0x... npx interline send --from 8453 --to stellar:<address> --memo text:hello --amount 5
  npx interline send --from bitcoin --to 42161:<address> --amount 0.0005 --refund-address <bitcoin address>`,
    )
    .action(send);
}

async function send(given: SendOptions): Promise<void> {
  if (takesDeposits(given.from)) return sendDeposit(given);
  if (given.refundAddress !== undefined)
    throw new UsageError(
      '--refund-address is for deposits from bitcoin; a payer who signs is refunded to the address that paid',
    );
  const out = terminal(given.json);
  // A person reads a refusal sooner than it would be tried again, and then decides.
  const client = createClient({ baseUrl: given.url, sendsRefusedOnce: true });
  const wallet = readKey(given);
  const options = await withChains(client, given);
  const toAddress = recipientOf(readDestination(options.to), options.recipient, wallet.address);
  await requireRails(client, options.without);
  const source = await tokenFacts(client, options.from, options.token ?? 'USDC');
  const wanted = {
    ...transferOf(options, source),
    fromToken: knownContract(options.url, options, source),
    toAddress,
  };
  const amounts = await readTokenAmounts(client);
  const accepted = await sayingToPayer(out.isJson, source, async () => {
    const asked = await client.agentDo({ ...wanted, fromAddress: wallet.address });
    out.step('quote', quoteWords(asked.quote, source, amounts));
    const { amount, fromToken } = wanted;
    out.step(
      'signs',
      `${inTokens(amount, source.decimals, source.symbol)}, ${amount} units of ${fromToken} on chain ${options.from}`,
    );
    return client.execute({ ...(await signPermit(wallet, asked, wanted)), live: true });
  });
  if (!('id' in accepted)) throw new Error(`the service only rehearsed it: ${accepted.note}`);
  const { id } = accepted;
  await keepAccepted(options.url, accepted);
  const follow = followCommand(id, options.url);
  const last = await followAccepted(id, follow, () => {
    out.step('accepted', `${id}; to follow it elsewhere: ${follow}`);
    return client.waitForRoute(id, {
      isAccepted: true,
      onChange: (change) => showProgress(out, change),
      onWait: (error, waitMs) => showWait(out, error, waitMs),
    });
  });
  await keepFollowed(options.url, last);
  out.result(last, () => showReceipt(out, last, amounts, transactionLinks(options.url)));
  if (last.status !== 'DONE') process.exitCode = 1;
}

function readDecimals(text: string): number {
  if (!/^([0-9]|[12][0-9]|3[0-6])$/.test(text))
    throw new UsageError(`--decimals is "${text}"; wanted a whole number from 0 to 36`);
  return Number(text);
}
