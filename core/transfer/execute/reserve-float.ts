import {
  openReservation,
  asUnits,
  type Book,
  capOf,
  type Plan,
  RelayError,
  routeOwner,
} from '@interline/kernel';
import type { TransferUnit } from '../repository.ts';
import { freeIn } from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import { claimId } from '../settle/route-reservations.ts';

/**
 * Reserves the plan's float within the caller's unit. The unit's own reading decides, so two
 * transfers never share the same units. Throws `INSUFFICIENT_FLOAT`, which undoes the unit.
 */
export async function commitPlanReservation(
  ports: Pick<TransferPorts, 'custody'>,
  tx: TransferUnit,
  routeId: string,
  plan: Plan,
): Promise<void> {
  const step = plan.steps.find((one) => one.kind === 'reserve');
  if (step === undefined) return;
  const book: Book = {
    chain: step.token.chain,
    account: ports.custody.account('float'),
    token: step.token.address,
  };
  const cap = capOf(await freeIn(tx, book));
  if (step.units > cap) {
    throw new RelayError(
      'INSUFFICIENT_FLOAT',
      {},
      `the float can serve at most ${cap} of ${step.token.symbol} on ${step.token.chain} now; the transfer needs ${step.units}`,
    );
  }
  await tx.transactions.insertReservation(
    openReservation({
      id: claimId(routeId),
      owner: routeOwner(routeId),
      book,
      kind: 'claim',
      units: asUnits(step.units),
    }),
  );
}
