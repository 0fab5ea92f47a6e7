import type { Client, RouteReceipt } from '@interline/client';
import { type Command, Option } from 'commander';
import { followDeposit, showWait } from '../rest/follow-deposit.ts';
import { routesOf } from '../rest/kept-routes.ts';
import { questionClient } from '../rest/question-client.ts';
import { besideCoin } from '../show/beside-tokens.ts';
import { depositWords } from '../show/deposit-words.ts';
import { showProgress, showReceipt } from '../show/lines.ts';
import { showDeposit } from '../show/show-deposit.ts';
import { type Terminal, terminal } from '../show/terminal.ts';
import { readTokenAmounts } from '../show/token-amounts.ts';
import { transactionLinks } from '../show/transaction-links.ts';
import { laneCommand, type LaneOptions } from './shared-options.ts';
import { isTransactionHash, ownRouteWith, showTransaction } from './status-by-transaction.ts';

export function statusCommand(): Command {
  return laneCommand('status')
    .argument(
      '<id>',
      'the id that execute answered, rt_... or sbx_..., or the hash of a transaction: in full for a route sent from this machine, else how far it is',
    )
    .addOption(
      new Option('-w, --watch', 'follow it until it is DONE or FAILED')
        .default(false, 'off')
        // A route that is asked for again and again through a relay is one asker's by its times.
        .conflicts('private'),
    )
    .addHelpText(
      'after',
      '\nWith --private, a hash is looked for in the receipts that are kept here as they are, and no other route is asked for: asked together, their ids would say that one sender has them.',
    )
    .action(status);
}

async function status(
  asked: string,
  options: LaneOptions & { readonly watch: boolean },
): Promise<void> {
  const out = terminal(options.json);
  const client = questionClient(options);
  const own = isTransactionHash(asked)
    ? await ownRouteWith(client, asked, routesOf(options.url), { isPrivate: options.private })
    : asked;
  if (own === null) return showTransaction(client, asked, out);
  const receipt = options.watch ? await watch(client, own, out) : await client.status(own);
  const amounts = await readTokenAmounts(client);
  out.result(receipt, () => {
    if (!options.watch) showStanding(out, receipt);
    showReceipt(out, receipt, amounts, transactionLinks(options.url));
  });
}

/** A deposit's confirmations are not stages of the route, and are printed as well. */
async function watch(client: Client, id: string, out: Terminal): Promise<RouteReceipt> {
  const first = await client.status(id);
  if (first.deposit === undefined || isEnded(first))
    return client.waitForRoute(id, {
      isAccepted: true,
      onChange: (change) => showProgress(out, change),
      onWait: (error, waitMs) => showWait(out, error, waitMs),
    });
  showWanted(out, first);
  return followDeposit(client, first, ({ at, says }) => out.step(at, says));
}

function showStanding(out: Terminal, receipt: RouteReceipt): void {
  if (receipt.deposit === undefined || isEnded(receipt)) return showProgress(out, receipt);
  showWanted(out, receipt);
  out.step(`${receipt.elapsedSec} s`, depositWords(receipt));
}

/** Again what was to be paid and where, while it may still be. */
function showWanted(out: Terminal, { id, status, deposit }: RouteReceipt): void {
  if (deposit === undefined || status !== 'AWAITING_DEPOSIT') return;
  const token = besideCoin(String(deposit.chain));
  if (token !== undefined) showDeposit(out, deposit, { token, hasQr: true, id });
}

function isEnded({ status }: RouteReceipt): boolean {
  return status === 'DONE' || status === 'FAILED';
}
