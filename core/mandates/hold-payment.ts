import { RelayError } from '@interline/kernel';
import type { SignClaims } from '../evidence/index.ts';
import { isReturned, type MandateWord, type Route, type RouteEvent } from '../transfer/index.ts';
import { leftDetails } from './admit-payment.ts';
import { leftOf, limitsOf, type Mandate, type MandatePayment } from './mandate.ts';
import { assertGood } from './read-presentation.ts';
import type { MandateUnit } from './repository.ts';
import { tellOfPayment } from './tell-owner.ts';
import { windowOf } from './time-span.ts';
import { acceptedClaims, endedClaims } from './verdict-claims.ts';

/**
 * Within the unit that accepts a route: its closed mandate and the nonce that it was bound to are used up, and what
 * it is worth is taken from the budget of its open one, as that stands now. Throws `MANDATE_USED`,
 * `INVALID_CREDENTIAL`, `MANDATE_REVOKED`, `MANDATE_EXPIRED` and `MANDATE_BUDGET`, and the route is not accepted then.
 */
export async function holdToMandate(
  tx: MandateUnit,
  { id: routeId, order, isSimulated, createdAtMs: atMs }: Route,
  { agentKeyId, nonceHash, ...word }: MandateWord,
  sign?: SignClaims,
): Promise<void> {
  // Nothing of a rehearsal is anybody's money.
  if (isSimulated) return;
  const { mandateId, cents } = word;
  const mandate = await tx.mandates.mandate(mandateId);
  if (mandate?.agentKeyId !== agentKeyId) throw new RelayError('UNKNOWN_MANDATE');
  if ((await tx.mandates.mandatePayment(word.closedHash)) !== null)
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
  const payment: MandatePayment = { ...word, routeId, units, window, state: 'reserved', atMs };
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
 * Wallet, token and relayer have one allowance on the chain, whatever mandates it was signed for: what the
 * others brought into it is not this one's.
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
 * Within the unit that ends a route: what it took of its mandate is spent, or given back where the money never left
 * the payer or came back.
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
 * Within the unit that goes on with a route after a reorg: it takes its part again, whatever is left by then,
 * for the money is under way. The next end has a verdict of its own.
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
