import type { Mandate } from '@interline/client';
import { dollars } from '../show/dollars.ts';
import { terminal } from '../show/terminal.ts';
import type { TokenAmounts } from '../show/token-amounts.ts';

export function showMandate(
  mandate: Mandate,
  { json, amounts }: { readonly json: boolean; readonly amounts: TokenAmounts },
  more: () => void = () => undefined,
): void {
  const out = terminal(json);
  const { chainId, token, amount } = mandate.ceiling;
  out.result({ ...mandate }, () => {
    out.step('mandate', `${mandate.id}, ${mandate.state}`);
    out.step('left', leftOf(mandate));
    out.step('ceiling', `${amounts.of(amount, chainId, token)} on ${amounts.chain(chainId)}`);
    out.step('agent', mandate.agent);
    for (const constraint of mandate.constraints)
      out.step(String(constraint['kind']), inWords(constraint));
    more();
  });
}

/** Cents as dollars, and what the owner named; the others stay as the mandate says them. */
function inWords({ kind, ...rest }: Mandate['constraints'][number]): string {
  const { min, max, ids, frequency, maxUses } = rest;
  if (kind === 'budget' && typeof max === 'string') return `${dollars(max)} in all`;
  if (kind === 'amount-range' && typeof min === 'string' && typeof max === 'string')
    return `${dollars(min)} to ${dollars(max)} a payment`;
  if (kind === 'payees' && Array.isArray(ids)) return ids.join(', ');
  if (kind === 'recurrence' && frequency === 'ON_DEMAND')
    return typeof maxUses === 'number' ? `at most ${maxUses} payments` : 'any number of payments';
  return JSON.stringify(rest);
}

export function leftOf({ budget, uses }: Mandate): string {
  const money = budget.left === null ? 'no budget' : dollars(budget.left);
  if (uses.left === null) return money;
  return `${money}, ${uses.left} ${uses.left === 1 ? 'payment' : 'payments'}`;
}
