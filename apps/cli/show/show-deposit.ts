import type { RouteReceipt } from '@interline/client';
import { inDecimals } from '@interline/kernel';
import pc from 'picocolors';
import { renderUnicodeCompact } from 'uqr';
import { refundCommand } from './deposit-words.ts';
import { exactAmount } from './exact-amount.ts';
import type { Terminal } from './terminal.ts';

type Deposit = NonNullable<RouteReceipt['deposit']>;

interface Shown {
  readonly token: { readonly decimals: number; readonly symbol: string };
  /** Also as a picture that a wallet's camera reads. */
  readonly hasQr?: boolean;
  /** Of the route, where the command that names a refund address is told as well. */
  readonly id?: string;
}

/** What is still to be paid, where to, and until when that counts; no more is asked for once enough was seen. */
export function showDeposit(
  out: Pick<Terminal, 'step' | 'line'>,
  deposit: Deposit,
  { token, hasQr = false, id }: Shown,
): void {
  const { confirmations, lockedUntil } = deposit;
  showWhatToPay(out, deposit, { token, hasQr });
  if (lockedUntil !== undefined) out.step('price', priceWords(lockedUntil));
  if (deposit.expiresAt !== undefined)
    out.step('expires', `${timeOf(deposit.expiresAt)}; ${partsWords(deposit, token)}`);
  if (confirmations !== undefined) out.step('delivered', `after ${blocks(confirmations)}`);
  const howToName = id === undefined ? '' : `; name one: ${refundCommand(id)}`;
  out.step('refunds to', deposit.refundAddress ?? `nowhere yet${howToName}`);
}

function priceWords(lockedUntil: number | null): string {
  return lockedUntil === null
    ? 'is that of its first block: more than may be locked waits to be paid now; it goes back where that brings less than was agreed at least'
    : `holds for what is seen until ${timeOf(lockedUntil)}, and a block takes soon after; else the current price counts`;
}

function showWhatToPay(
  out: Pick<Terminal, 'step' | 'line'>,
  deposit: Deposit,
  { token, hasQr }: Shown,
): void {
  const { chain = '', address, amount, uri, total } = deposit;
  const missing = BigInt(total?.missing ?? amount);
  if (missing === 0n) return out.step('to', address);
  const more = (total?.parts ?? 0) === 0 ? '' : ' more';
  out.step('pay', `exactly ${exactAmount(missing, chain, token)}${more}`);
  out.step('to', address);
  if (uri === undefined) return;
  const asking = uri.replace(/(?<=[?&]amount=)[0-9.]+/, inDecimals(missing, token.decimals));
  out.step('uri', asking);
  if (hasQr === true) out.line(qrCode(asking));
}

function partsWords({ chain = '', partCost }: Deposit, token: Shown['token']): string {
  return partCost === undefined
    ? 'parts add up until then'
    : `parts add up until then, and one that is below ${exactAmount(String(100n * BigInt(partCost)), chain, token)} counts for less, as does each after the fifth`;
}

/** The light modules are drawn, in colours of its own: a camera wants them lighter than the dark. */
function qrCode(text: string): string {
  return renderUnicodeCompact(text, { border: 2 })
    .split('\n')
    .map((line) => pc.bgBlack(pc.whiteBright(line)))
    .join('\n');
}

export function blocks(count: number): string {
  return `${count} ${count === 1 ? 'block' : 'blocks'}`;
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
}
