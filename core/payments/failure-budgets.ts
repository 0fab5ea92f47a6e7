import { RelayError } from '@interline/kernel';
import {
  chargeRevert,
  hasRoomToLose,
  isAnySpent,
  leftToLose,
  type TransactionReads,
} from '../transactions/index.ts';
import type { PaymentPorts } from './ports.ts';
import type { PaymentUnit } from './repository.ts';
import type { Settlement } from './settlement.ts';

const kind = 'settle-revert';

/** The chain, payer and client whose budgets the gas of a failed payment is charged to. */
export type Whose = Pick<Settlement, 'chain' | 'payer' | 'client'>;

/**
 * Throws `FACILITATOR_QUOTA` where payments that failed after we accepted them have used up the
 * day's gas of the chain, of the caller (or its private lane), or of the payer.
 */
export async function assertMayLose(
  ports: Pick<PaymentPorts, 'clock' | 'policy'>,
  transactions: Pick<TransactionReads, 'spentOfEach'>,
  whose: Whose,
): Promise<void> {
  if (isAnySpent(await leftToLose(ports, transactions, { ...whose, kind })))
    throw new RelayError(
      'FACILITATOR_QUOTA',
      {},
      'payments have failed at our cost as often on this chain as they may in a day',
    );
}

const endsWithinMs = 60_000;

/**
 * Within the unit that accepts a payment: those under way may fail too, for example if the payer
 * moves its balance away before all of them. Throws `FACILITATOR_QUOTA`.
 */
export async function assertRoomToLose(
  ports: Pick<PaymentPorts, 'clock' | 'policy'>,
  { transactions, payments }: Pick<PaymentUnit, 'transactions' | 'payments'>,
  whose: Whose,
  cost: bigint,
): Promise<void> {
  const open = await payments.openCost(whose.chain, whose);
  const left = await leftToLose(ports, transactions, { ...whose, kind });
  if (!hasRoomToLose(cost, open, left))
    throw new RelayError(
      'FACILITATOR_QUOTA',
      { retryAfterMs: endsWithinMs },
      `as many payments are under way on ${whose.chain} as may fail at our cost today; try again when they are over`,
    );
}

/** Within the unit that settles a payment that reverted at that cost, in units of coin. */
export async function chargeFailure(
  ports: Pick<PaymentPorts, 'clock'>,
  tx: PaymentUnit,
  { chain, client, payer }: Whose,
  gasCost: bigint,
): Promise<void> {
  await chargeRevert(ports, tx, { chain, client, payer, gasCost, kind });
}
