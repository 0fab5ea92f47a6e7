import type { Client } from '@interline/client';
import {
  type MintCheck,
  mostPrivateTrialPasses,
  mostTrialPasses,
  takeTrial,
} from '@interline/client/passes';
import { Command, Option } from 'commander';
import { UsageError } from '../exit-codes.ts';
import { nodeMlDsa } from '../rest/node-ml-dsa.ts';
import { adoptCommand } from './passes-adopt.ts';
import { buyCommand } from './passes-buy.ts';
import { type Purse, purseOf } from '../rest/purse.ts';
import { questionClient } from '../rest/question-client.ts';
import {
  keptInvoices,
  unfinishedClaims,
  type UnfinishedInvoice,
  unfinishedInvoices,
} from '../rest/unfinished-invoice.ts';
import { terminal } from '../show/terminal.ts';
import { laneCommand, type LaneOptions, restCommand, type RestOptions } from './shared-options.ts';

export function passesCommand(): Command {
  return new Command('passes')
    .addHelpText(
      'after',
      '\nExamples:\n  npx interline passes trial --count 20\n  npx interline passes buy --bundle starter --asset usdc-8453\n  npx interline quote --pass --from 8453 --to 42161 --amount 5\n\nThey are kept in ~/.interline/passes, a file each; INTERLINE_PASSES names another folder.',
    )
    .addCommand(
      laneCommand('trial', `take some for nothing, ${mostTrialPasses} at once and 300 a day`)
        .addOption(
          new Option(
            '-n, --count <passes>',
            `how many; left out, 100, or ${mostPrivateTrialPasses} with --private`,
          ).argParser(readCount),
        )
        .addHelpText(
          'after',
          `\nWith --private, ${mostPrivateTrialPasses} at once, and all who ask through the lane share what one client has in a day: five requests, and 300 passes.`,
        )
        .action(trial),
    )
    .addCommand(buyCommand())
    .addCommand(
      laneCommand(
        'balance',
        'how many are left, what was begun to be bought, and what the service says of passes',
      )
        .addHelpText(
          'after',
          '\nWith --private, invoices are shown as they were kept when they were last read: asked for together, their ids would say that one sender has them.',
        )
        .action(balance),
    )
    .addCommand(adoptCommand())
    .addCommand(
      restCommand('put-back', 'have the passes that are kept aside be taken again')
        .addHelpText(
          'after',
          '\nA pass is kept aside where its request got no answer, or its command was killed: the service may have taken it or not, and there is no asking without spending it. Put back, one may be refused as spent; and where it is not, the service could tell that two requests showed the same pass.',
        )
        .action(putBack),
    );
}

async function trial(options: LaneOptions & { readonly count?: number }): Promise<void> {
  const out = terminal(options.json);
  const { count = options.private ? mostPrivateTrialPasses : 100 } = options;
  if (options.private && count > mostPrivateTrialPasses)
    throw new UsageError(
      `--count is ${count}; one private request takes 1 to ${mostPrivateTrialPasses} passes`,
    );
  const purse = purseOf(options.url);
  const client = questionClient(options, { sendsRefusedOnce: true });
  const { passes, seq, thumb, remainingToday, mint } = await takeTrial(client, count, {
    pins: purse.pins,
    mlDsa: nodeMlDsa(),
  });
  await purse.put(passes);
  const left = await purse.count();
  out.result(
    {
      taken: passes.length,
      left,
      seq,
      thumb,
      remainingToday,
      folder: purse.folder,
      mint: mint.findings,
    },
    () => {
      out.step('taken', `${passes.length} passes, signed blinded by key ${seq} (${thumb})`);
      out.step('mint', watchedWords(mint));
      out.step('left', `${left} in ${purse.folder}`);
      if (remainingToday !== null) out.step('today', `${remainingToday} more for nothing`);
    },
  );
}

async function putBack(options: RestOptions): Promise<void> {
  const out = terminal(options.json);
  const purse = purseOf(options.url);
  const count = await purse.putBackAside();
  const left = await purse.count();
  out.result({ putBack: count, left, folder: purse.folder }, () => {
    out.step('put back', `${count}`);
    out.step('left', `${left} in ${purse.folder}`);
  });
}

async function balance(options: LaneOptions): Promise<void> {
  const out = terminal(options.json);
  const purse = purseOf(options.url);
  const left = await purse.count();
  const client = questionClient(options);
  const { enabled, ring, stats } = await client.call('GET /api/plus/info', {});
  const invoices = enabled ? await invoicesOf(options, client, purse) : [];
  const claims = await unfinishedClaims(purse, options.url);
  const perhapsSpent = await purse.countAside();
  const { folder } = purse;
  const said = {
    perhapsSpent,
    left,
    folder,
    invoices,
    claims,
    enabled,
    keys: ring.keys.length,
    ...stats,
  };
  out.result(said, () => {
    out.step('left', `${left} in ${folder}`);
    if (perhapsSpent > 0)
      out.step(
        'kept aside',
        `${perhapsSpent}, perhaps spent: their requests got no answer; "interline passes put-back" has them be taken again`,
      );
    if (options.private && invoices.length > 0)
      out.step('invoices', 'as they were kept here; the service was not asked for them');
    for (const one of invoices) {
      out.step('invoice', invoiceWords(one));
      if (one.state !== 'refunded') out.step('', one.follow);
      if (one.refund === null) continue;
      out.step('refunds', 'go to the address that was named; where none was, name it:');
      out.step('', one.refund);
    }
    for (const { invoice, passes, follow } of claims) {
      out.step('claim', `of ${passes} passes of ${invoice} was cut off; to take it up again:`);
      out.step('', follow);
    }
    out.step(
      'service',
      enabled
        ? `takes passes of ${ring.keys.length === 1 ? '1 key' : `${ring.keys.length} keys`}; it signed ${stats.issued} and took ${stats.spent}, at the last full hour`
        : 'has no passes',
    );
  });
}

function invoicesOf(
  { url, private: isPrivate }: LaneOptions,
  client: Client,
  purse: Purse,
): Promise<readonly UnfinishedInvoice[]> {
  return isPrivate ? keptInvoices(purse, url) : unfinishedInvoices(client, purse, url);
}

function invoiceWords(invoice: UnfinishedInvoice): string {
  const { id, state, tokens, remaining, expiresAt } = invoice;
  switch (state) {
    case 'paid':
      return `${id} is paid; ${remaining} passes of it are to be claimed:`;
    case 'open':
    case 'underpaid':
      return `${id}, ${tokens} passes, is ${state}; pay until ${new Date(expiresAt).toISOString()}:`;
    case 'unknown':
      return `${id}, ${tokens} passes: the service does not know it. Where you paid, give its operator this id, "${invoice.asset}" and how many:`;
    case 'refunded':
      return `${id}, ${tokens} passes: what was deposited for it goes back, and was not sent yet.`;
    case 'confirming':
    case 'exhausted':
    case 'expired':
      return `${id}, ${tokens} passes, is ${state}:`;
  }
}

function watchedWords({ pin }: MintCheck): string {
  const { quorum, witnesses } = pin.policy;
  return quorum === 0
    ? `no witness watches it; it goes on from what you saw before, and ${pin.witSeq} keys are remembered`
    : `${quorum} of ${new Set(witnesses.map((key) => key.split('+')[0])).size} witnesses saw the key in its log of ${pin.witSeq}; "interline mint audit" tells more`;
}

function readCount(text: string): number {
  const count = Number(text);
  if (!/^[0-9]{1,3}$/.test(text) || count < 1 || count > mostTrialPasses)
    throw new UsageError(`--count is ${text}; one request takes 1 to ${mostTrialPasses} passes`);
  return count;
}
