import type { OperatorFloat } from '@interline/client';
import { inChainOrder } from './lines.ts';

type Former = OperatorFloat['former'][number];

/**
 * What a person reads of a former pair of keys: what it waits for, which is the same on every
 * chain, then what is left there; on one chain where one is named.
 */
export function formerLines(former: Former, only?: string): readonly string[] {
  const { spender, float, holdings } = former;
  const here = holdings.filter(({ chain }) => only === undefined || String(chain) === only);
  return [
    `spender ${spender}, float ${float}: ${waitOf(former)}`,
    ...heldLines(here.map(({ chain, role, amount }) => ({ chain, account: role, amount }))),
  ];
}

/** A line for each account and chain, in the order of the chains. */
export function heldLines(
  holdings: readonly {
    readonly chain: string | number;
    readonly account: string;
    readonly amount: string;
  }[],
): readonly string[] {
  const places = Map.groupBy(
    inChainOrder(holdings),
    ({ chain, account }) => `${account} on ${chain}`,
  );
  return [...places].map(
    ([place, held]) => `${place}: ${held.map(({ amount }) => amount).join(', ')}`,
  );
}

function waitOf({
  routes,
  open,
  finalAt,
  holdings,
}: Pick<Former, 'routes' | 'open' | 'finalAt' | 'holdings'>): string {
  const waits = [
    ...(routes === 0 ? [] : [`${routes} routes that were begun with them are final`]),
    ...(open === 0 ? [] : [`${open} of their transactions have ended`]),
    ...finalAt.map(({ chain, block }) => `block ${block} of ${chain} is there`),
  ];
  if (waits.length > 0) return `drained once ${waits.join(', and ')}`;
  return holdings.length === 0
    ? 'drained'
    : 'nothing waits for them; what is left goes to the accounts in use within a minute or so, and stays while it is worth less than its transfer or its token refuses that';
}
