import { createClient, type RouteReceipt } from '@interline/client';
import { requireRails, transferOf, type TransferOptions, withChains } from './transfer-command.ts';
import { readDestination, recipientOf } from './destination.ts';
import { sourceToken } from './source.ts';
import { beginDeposit } from '../rest/begin-deposit.ts';
import { followAccepted, followCommand } from '../rest/follow-accepted.ts';
import { followDeposit } from '../rest/follow-deposit.ts';
import { keepAccepted, keepFollowed } from '../rest/kept-routes.ts';
import { showReceipt } from '../show/lines.ts';
import { sayingToPayer } from '../show/say-to-payer.ts';
import { refundCommand } from '../show/deposit-words.ts';
import { showDeposit } from '../show/show-deposit.ts';
import { type Terminal, terminal } from '../show/terminal.ts';
import { readTokenAmounts, type TokenAmounts } from '../show/token-amounts.ts';
import { transactionLinks } from '../show/transaction-links.ts';

export interface SendDepositOptions extends TransferOptions {
  readonly recipient?: string;
  readonly refundAddress?: string;
}

/**
 * Has an address issued for what the caller pays, shows it, and follows what comes there to its end.
 * A program gets the service's answer at once instead, since it must pay before anything follows.
 */
export async function sendDeposit(given: SendDepositOptions): Promise<void> {
  const out = terminal(given.json);
  // A person reads a refusal sooner than it would be tried again, and then decides.
  const client = createClient({ baseUrl: given.url, sendsRefusedOnce: true });
  const options = await withChains(client, given);
  const { refundAddress } = options;
  const toAddress = recipientOf(readDestination(options.to), options.recipient, null);
  await requireRails(client, options.without);
  const source = await sourceToken(client, options.from, options.token);
  const amounts = await readTokenAmounts(client);
  // From here on nothing may fail before the claim is shown.
  const { receipt, refundClaim } = await sayingToPayer(out.isJson, source, () =>
    beginDeposit(client, {
      ...transferOf(options, source),
      toAddress,
      ...(refundAddress === undefined ? {} : { refundAddress }),
    }),
  );
  const { id } = receipt;
  await keepAccepted(options.url, receipt);
  const follow = followCommand(id, options.url);
  if (out.isJson) return out.result({ ...receipt, follow });

  const last = await followAccepted(id, follow, () => {
    out.step('accepted', `${id}; to follow it elsewhere: ${follow}`);
    showDelivery(out, receipt, amounts);
    if (refundAddress === undefined) showClaim(out, id, refundClaim);
    let isShown = false;
    return followDeposit(client, receipt, ({ at, says }, { deposit }) => {
      // There is none yet where an operator must first fund the route.
      if (deposit !== undefined && !isShown)
        showDeposit(out, deposit, { token: source, hasQr: true });
      isShown ||= deposit !== undefined;
      out.step(at, says);
    });
  });
  await keepFollowed(options.url, last);
  showReceipt(out, last, amounts, transactionLinks(options.url));
  if (last.status !== 'DONE') process.exitCode = 1;
}

function showDelivery(out: Terminal, { to }: RouteReceipt, amounts: TokenAmounts): void {
  const inTokens = (units: string): string => amounts.of(units, to.chain, to.token);
  out.step(
    'brings',
    `${inTokens(to.estimated)} on ${amounts.chain(to.chain)} to ${to.recipient}; at least ${inTokens(to.min)}, or it goes back`,
  );
}

/** Returned only once, so the caller must keep it. */
function showClaim(out: Terminal, id: string, refundClaim: string): void {
  out.step('refundClaim', refundClaim);
  out.line(
    `Keep it: it is shown only this once. Without a refund address, money that cannot be delivered waits until you name one:\n  ${refundCommand(id)}`,
  );
}
