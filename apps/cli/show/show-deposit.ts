import type { RouteReceipt } from '@interline/client';
import pc from 'picocolors';
import { renderUnicodeCompact } from 'uqr';
import { exactAmount } from './exact-amount.ts';
import type { Terminal } from './terminal.ts';

type Deposit = NonNullable<RouteReceipt['deposit']>;

interface Shown {
  readonly token: { readonly decimals: number; readonly symbol: string };
  /** Also as a picture that a wallet's camera reads. */
  readonly hasQr?: boolean;
}

/** What is to be paid, where to, and until when that counts. */
export function showDeposit(
  out: Pick<Terminal, 'step' | 'line'>,
  deposit: Deposit,
  { token, hasQr = false }: Shown,
): void {
  const { chain = '', address, amount, uri, confirmations, lockedUntil } = deposit;
  out.step('pay', `exactly ${exactAmount(amount, chain, token)}`);
  out.step('to', address);
  if (uri !== undefined) out.step('uri', uri);
  if (uri !== undefined && hasQr) out.line(qrCode(uri));
  if (lockedUntil !== undefined)
    out.step(
      'price',
      `holds for what is seen until ${timeOf(lockedUntil)}, and a block takes soon after; else the current price counts`,
    );
  if (deposit.expiresAt !== undefined)
    out.step('expires', `${timeOf(deposit.expiresAt)}; ${partsWords(deposit, token)}`);
  if (confirmations !== undefined) out.step('delivered', `after ${blocks(confirmations)}`);
  out.step('refunds to', deposit.refundAddress ?? 'nowhere yet');
}

function partsWords({ chain = '', partCost }: Deposit, token: Shown['token']): string {
  return partCost === undefined
    ? 'parts add up until then'
    : `parts add up until then, and one that is below ${exactAmount(String(100n * BigInt(partCost)), chain, token)} counts for less`;
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
