import { chainToWire, type Address } from '@interline/kernel';
import type { KeptByKeys } from '@interline/server';
import { heldLines } from './former-keys.ts';
import type { Terminal } from './terminal.ts';
import type { TokenAmounts } from './token-amounts.ts';

/** What a rotation of keys would do. */
interface Rotation {
  /** Of the keys in use. */
  readonly accounts: Readonly<Record<'spender' | 'float', Address>>;
  /** Where these keys would move. */
  readonly folder: string;
  /** Where its store was looked for. */
  readonly store: string;
  /** Null where there is no store there. */
  readonly kept: KeptByKeys | null;
}

/** The new accounts have no address before their keys are drawn. */
export function showRotation(
  out: Terminal,
  { accounts, folder, store, kept }: Rotation,
  amounts: TokenAmounts,
): void {
  const drained = (kept?.holdings ?? []).map(({ book: { chain, account, token }, units }) => ({
    chain: chainToWire(chain),
    token,
    units: units.toString(),
    from: account,
    to: account === accounts.spender ? 'the new spender' : 'the new float',
  }));
  const refunds = (kept?.refundsHeld ?? []).map(({ routeId, book, to, units }) => ({
    route: routeId,
    units: units.toString(),
    token: book.token,
    chain: chainToWire(book.chain),
    from: book.account,
    to,
  }));
  const unsettled = kept?.unsettled ?? null;
  const answer = { dryRun: true, accounts, keysMoveTo: folder, store, drained, unsettled, refunds };
  out.result(answer, () => {
    const amount = (one: (typeof drained)[number] | (typeof refunds)[number]): string =>
      amounts.of(one.units, one.chain, one.token);
    out.step('spender', `${accounts.spender} would become a former account`);
    out.step('float', `${accounts.float} would become a former account`);
    out.step('keys', `would move to ${folder}, and stay readable there`);
    out.step('store', store);
    if (unsettled === null)
      out.line(
        'There is no store there, so what these keys hold, and which routes were begun with them, is not known. Where the service keeps its store in PostgreSQL, run this with its DATABASE_URL, or name its config.',
      );
    for (const [to, held] of Map.groupBy(drained, (one) => one.to)) {
      const account = to === 'the new spender' ? 'spender' : 'float';
      out.step(
        'drained',
        `what the ${account} held when last compared with the books goes to ${to}:`,
      );
      const rows = held.map((one) => ({ chain: one.chain, account, amount: amount(one) }));
      for (const line of heldLines(rows)) out.line(`    ${line}`);
    }
    if (unsettled !== null)
      out.step(
        'routes',
        `${unsettled} routes were begun with these keys and will be finished with them, before their accounts are drained`,
      );
    for (const one of refunds)
      out.step(
        'refund',
        `${amount(one)} on ${one.chain} of ${one.route} stays payable from ${one.from} to ${one.to}`,
      );
    out.step('dry run', 'nothing was written, and no key was made');
  });
}
