import { accountRoles } from '@interline/kernel';
import { type Booked, type MinedTransaction, settleMined } from '../transactions/index.ts';
import { chargeFailure } from './failure-budgets.ts';
import { outcomeOf } from './payment-outcome.ts';
import type { PaymentPorts } from './ports.ts';
import { isOwnSale } from './quota.ts';
import type { PaymentUnit } from './repository.ts';
import type { Settlement, SettlementOutcome } from './settlement.ts';
import { reportedInDoubt } from './reported-in-doubt.ts';

export interface AwaitedEnd {
  readonly settlement: Settlement;
  /** Marks its success as reported to the caller that waited for it here. */
  readonly isReported: boolean;
}

/**
 * Stores what a block shows of the payment's transaction, in one unit with its books; null while
 * that proves nothing.
 */
export async function storeEnd(
  ports: PaymentPorts,
  settlement: Settlement,
  seen: MinedTransaction,
  reports: () => boolean,
): Promise<AwaitedEnd | null> {
  const outcome = await outcomeOf(ports, settlement, seen);
  if (outcome === null) return null;
  const atMs = ports.clock.now();
  let isMarked = false;
  const unit = async (tx: PaymentUnit): Promise<AwaitedEnd> => {
    await settleMined(tx, seen, { engine: null, atMs, ...bookedOf(ports, settlement, seen) });
    // On the first sight nothing was reported or charged before: another process would have moved
    // the transaction.
    const isFirst = seen.transaction.state === 'open' && seen.transaction.reorgs === 0;
    const now = isFirst
      ? settlement
      : ((await tx.payments.settlement(settlement.id)) ?? settlement);
    const isLoss = seen.end === 'reverted' && !outcome.isSuccess && !now.isCharged;
    if (isLoss) await chargeFailure(ports, tx, settlement, seen.mined.gasCost);
    const isReported = reports() && outcome.isSuccess && now.reportedAtMs === null;
    const change = {
      outcome,
      isCharged: now.isCharged || isLoss,
      reportedAtMs: isReported ? atMs : now.reportedAtMs,
    };
    await tx.payments.endSettlement(settlement.id, change);
    isMarked = isReported;
    return { settlement: { ...now, ...change }, isReported };
  };
  return ports.store.run('end-settlement', unit).catch(async (error: unknown) => {
    if (!isMarked) throw error;
    const reported = { id: settlement.id, atMs };
    return { settlement: await reportedInDoubt(ports, reported, error), isReported: true };
  });
}

/**
 * Payments to an account of ours are in the books; the price of our own sale is booked as a fee.
 */
function bookedOf(
  { transactions: { custody } }: PaymentPorts,
  { chain, token, payTo, client, units: paid }: Settlement,
  { end }: Pick<MinedTransaction, 'end'>,
): Pick<Booked, 'ours' | 'closing'> {
  const ours = new Map(accountRoles.map((role) => [custody.account(chain, role), role] as const));
  if (end !== 'mined' || !isOwnSale(client) || !ours.has(payTo)) return { ours };
  const units: bigint = paid;
  return {
    ours,
    closing: [
      { kind: 'unclaimed', chain, token, holder: '', units },
      { kind: 'fees', chain, token, holder: '', units: -units },
    ],
  };
}

/** Within the unit that gives our transaction up: stores the outcome of the payment without it. */
export async function endUnmade(
  { payments }: Pick<PaymentUnit, 'payments'>,
  settlement: Settlement,
  outcome: SettlementOutcome,
): Promise<AwaitedEnd> {
  const now = (await payments.settlement(settlement.id)) ?? settlement;
  const { isCharged, reportedAtMs } = now;
  await payments.endSettlement(now.id, { outcome, isCharged, reportedAtMs });
  return { settlement: { ...now, outcome }, isReported: false };
}
