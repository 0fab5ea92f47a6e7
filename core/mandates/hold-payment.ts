import { RelayError } from '@interline/kernel';
import type { SignClaims } from '../evidence/index.ts';
import { isReturned, type MandateHold, type Route, type RouteEvent } from '../transfer/index.ts';
import { leftDetails } from './admit-payment.ts';
import { leftOf, limitsOf, type Mandate, type MandatePayment } from './mandate.ts';
import { assertGood } from './read-presentation.ts';
import type { MandateUnit } from './repository.ts';
import { tellOfPayment } from './tell-owner.ts';
import { windowOf } from './time-span.ts';
import { acceptedClaims, endedClaims } from './verdict-claims.ts';

/**
 * Within the unit that accepts a route: uses up its closed mandate and the nonce of the
 * presentation, and takes the payment from the open mandate's budget as it is now. Throws
 * `MANDATE_USED`, `INVALID_CREDENTIAL`, `MANDATE_REVOKED`, `MANDATE_EXPIRED` and `MANDATE_BUDGET`;
 * the route is then not accepted.
 */
export async function holdToMandate(
  tx: MandateUnit,
  { id: routeId, order, isSimulated, createdAtMs: atMs }: Route,
  { agentKeyId, nonceHash, ...hold }: MandateHold,
  sign?: SignClaims,
): Promise<void> {
  // A rehearsal moves no money.
  if (isSimulated) return;
  const { mandateId, cents } = hold;
  const mandate = await tx.mandates.mandate(mandateId);
  if (mandate?.agentKeyId !== agentKeyId) throw new RelayError('UNKNOWN_MANDATE');
  if ((await tx.mandates.mandatePayment(hold.closedHash)) !== null)
    throw new RelayError('MANDATE_USED');
  if (!(await tx.mandates.takeChallenge(nonceHash, mandateId, atMs)))
    throw new RelayError('INVALID_CREDENTIAL', {}, 'the nonce of the presentation was used');
  assertGood(mandate, atMs);
  if (!(await tx.mandates.reserveOf(mandateId, cents, limitsOf(mandate.terms), atMs))) {
    const now = (await tx.mandates.mandate(mandateId)) ?? mandate;
    assertGood(now, atMs);
    throw new RelayError('MANDATE_BUDGET', leftDetails(leftOf(now)));
  }
  await assertAllowed(tx, mandate, order.amount);
  const recurrence = mandate.terms.constraints.find((one) => one.kind === 'recurrence');
  const window = recurrence === undefined ? null : windowOf(recurrence.frequency, atMs);
  const { amount: units } = order;
  const payment: MandatePayment = { ...hold, routeId, units, window, state: 'reserved', atMs };
  if (!(await tx.mandates.insertMandatePayment(payment)))
    throw new RelayError(
      'MANDATE_BUDGET',
      leftDetails(leftOf(mandate)),
      `the mandate was used in this window (${window ?? 'none'})`,
    );
  await record(
    tx,
    payment,
    { kind: 'accepted', atMs, claims: acceptedClaims(payment, atMs) },
    sign,
  );
  await tellOfPayment(tx, 'mandate.used', payment, atMs);
}

/**
 * The chain has one allowance for wallet, token and relayer, shared by all mandates signed for it. A mandate may not
 * take what another mandate's signature added.
 */
async function assertAllowed(
  tx: MandateUnit,
  mandate: Mandate,
  units: Route['order']['amount'],
): Promise<void> {
  const taken = await tx.mandates.unitsTaken(mandate.id);
  const { units: most } = mandate.ceiling;
  if (taken + units > most)
    throw new RelayError(
      'MANDATE_BUDGET',
      { ...leftDetails(leftOf(mandate)), leftUnits: (most - taken).toString() },
      `${most - taken} of the ${most} units that the mandate's allowance was signed for are left, and the payment takes ${units}`,
    );
}

/**
 * Within the unit that ends a route: marks what it took of its mandate as spent, or gives it back where the money
 * never left the payer or came back.
 */
export async function endPayment(
  tx: MandateUnit,
  { routeId, atMs }: Pick<RouteEvent, 'routeId' | 'atMs'>,
  ended: Route,
  sign?: SignClaims,
): Promise<void> {
  const payment = await tx.mandates.paymentOfRoute(routeId);
  if (payment === null) return;
  const state = isReturned(ended) ? 'returned' : 'spent';
  if (!(await tx.mandates.moveMandatePayment(routeId, state))) return;
  await tellOfPayment(tx, `mandate.${state}`, payment, atMs);
  const kind = ended.status === 'DONE' ? 'done' : 'failed';
  await record(tx, payment, { kind, atMs, claims: endedClaims(payment, ended, atMs) }, sign);
}

/**
 * Within the unit that reopens a route after a reorg: the route takes its part of the budget again, even if too
 * little is left, because its money is under way. Its next end gets another verdict.
 */
export async function reopenPayment(
  tx: MandateUnit,
  { routeId, atMs }: Pick<RouteEvent, 'routeId' | 'atMs'>,
): Promise<void> {
  const payment = await tx.mandates.paymentOfRoute(routeId);
  if (payment === null || !(await tx.mandates.moveMandatePayment(routeId, 'reserved'))) return;
  await tellOfPayment(tx, 'mandate.used', payment, atMs);
}

async function record(
  tx: MandateUnit,
  { mandateId, routeId }: MandatePayment,
  verdict: {
    readonly kind: 'accepted' | 'done' | 'failed';
    readonly atMs: number;
    readonly claims: Readonly<Record<string, unknown>>;
  },
  sign?: SignClaims,
): Promise<void> {
  const jws = (await sign?.(tx, verdict.claims)) ?? null;
  await tx.mandates.recordMandateReceipt({ ...verdict, mandateId, routeId, jws });
}
