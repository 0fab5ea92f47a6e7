import type { Mandate } from '@interline/client';
import { terminal } from '../show/terminal.ts';

export function showMandate(
  mandate: Mandate,
  json: boolean,
  more: () => void = () => undefined,
): void {
  const out = terminal(json);
  const { ceiling, constraints } = mandate;
  out.result({ ...mandate }, () => {
    out.step('mandate', `${mandate.id}, ${mandate.state}`);
    out.step('left', leftOf(mandate));
    out.step('ceiling', `${ceiling.amount} of ${ceiling.token} on ${String(ceiling.chainId)}`);
    out.step('agent', mandate.agent);
    for (const { kind, ...rest } of constraints) out.step(String(kind), JSON.stringify(rest));
    more();
  });
}

export function leftOf({ budget, uses }: Mandate): string {
  const dollars =
    budget.left === null ? 'no budget' : `${(Number(budget.left) / 100).toFixed(2)} USD`;
  return uses.left === null ? dollars : `${dollars}, ${uses.left} payments`;
}
