import type { Route } from '@interline/core/transfer';
import type { StoreAudit } from './process-messages.ts';
import type { RunTransfer } from './run-transfer.ts';
import type { SendOutcome } from './send-until-answered.ts';
import { waitsForPerson } from './waits-for-person.ts';

/**
 * Whether a transfer of a crash run is over: its route has ended, or there is no route and none
 * was promised. Where the store went back in time, of which `restored` is the audit, what it leaves
 * to a person is an end as well.
 */
export function isOver(
  transfer: Pick<RunTransfer, 'plan'>,
  { route, outcome }: { readonly route: Route | null; readonly outcome: SendOutcome | undefined },
  restored: Pick<StoreAudit, 'accounts'> | null,
): boolean {
  return (
    route?.phase === 'ended' ||
    (route === null && outcome?.id === null) ||
    (restored !== null && waitsForPerson(transfer, route, restored))
  );
}
