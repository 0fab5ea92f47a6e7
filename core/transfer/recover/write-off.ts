import { noUnits } from '@interline/kernel';
import type { TransferPorts } from '../ports.ts';
import type { TransferUnit } from '../repository.ts';
import { type Route, stages } from '../route.ts';
import { failRoute } from '../settle/end-route.ts';
import { assertNothingOpen } from './end-by-order.ts';

/** The operator's own words stay in the audit. */
const reason = 'the operator could neither complete nor refund it';

/**
 * Within the caller's unit: an operator accepts the loss, and the route ends. Nothing is owed for it
 * any more and nothing more is sent. Throws `BAD_REQUEST` while a transaction of it may still be
 * mined on a chain that is served, and `StaleRoute` where the route has moved since.
 */
export async function writeOff(
  ports: TransferPorts,
  tx: TransferUnit,
  route: Route,
): Promise<Route> {
  await assertNothingOpen(ports, tx, route, ['goneChains']);
  await bookWriteOff(tx, route);
  return failRoute(
    ports,
    tx,
    route,
    { code: 'WRITTEN_OFF', reason, stage: stages.writtenOff },
    { owed: noUnits },
  );
}

/** Within the caller's unit: what the books say of a loss that is accepted. */
async function bookWriteOff(tx: TransferUnit, { id }: Route): Promise<void> {
  await tx.books.clearLiability(id);
}
