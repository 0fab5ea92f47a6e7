import { asUnits, RelayError, utcDay } from '@interline/kernel';
import { inCoinOn } from '../switches/index.ts';
import {
  chargeRevert,
  clientRevertBudget,
  payerRevertBudget,
  revertBudget,
  type TransactionReads,
} from '../transactions/index.ts';
import type { PaymentPorts } from './ports.ts';
import type { PaymentUnit } from './repository.ts';
import type { Settlement } from './settlement.ts';

const kind = 'settle-revert';

/**
 * By what right our gas is asked for: a key that we made, a pass, which this very request spent, or our own
 * sale, which brings more than its gas.
 */
export type Right =
  { readonly kind: 'pass' | 'own' } | { readonly kind: 'key'; readonly hash: string };

/** Throws `FACILITATOR_QUOTA`. */
export function assertRight(right: Right | null): Right {
  if (right !== null) return right;
  throw new RelayError(
    'FACILITATOR_QUOTA',
    {},
    'a payment is settled at our cost for whoever shows a key (x-svc-key) or a pass (x-svc-pass)',
  );
}

type Whose = Pick<Settlement, 'chain' | 'payer' | 'client'>;

/**
 * What failed after it was accepted cost gas for nothing. Throws `FACILITATOR_QUOTA` where the gas of
 * its chain, of whoever asked, or of its payer is spent.
 */
export async function assertMayLose(
  { clock, policy }: Pick<PaymentPorts, 'clock' | 'policy'>,
  transactions: Pick<TransactionReads, 'spentOfEach'>,
  { chain, payer, client }: Whose,
): Promise<void> {
  const [inAll = 0n, ofClient = 0n, ofPayer = 0n] = await transactions.spentOfEach(
    [
      revertBudget(chain, kind),
      clientRevertBudget(chain, client, kind),
      payerRevertBudget(chain, payer, kind),
    ],
    utcDay(clock.now()),
  );
  const isSpent =
    inAll >= inCoinOn(policy, policy.revertBudget, chain) ||
    ofClient >= inCoinOn(policy, policy.clientRevertBudget, chain) ||
    ofPayer >= inCoinOn(policy, policy.payerRevertBudget, chain);
  if (isSpent)
    throw new RelayError(
      'FACILITATOR_QUOTA',
      {},
      'payments have failed at our cost as often on this chain as they may in a day',
    );
}

/** Within the unit that accepts it: a key may have so many settled in a day. Throws `FACILITATOR_QUOTA`. */
export async function countSettle(
  { clock, quota }: Pick<PaymentPorts, 'clock' | 'quota'>,
  { transactions }: Pick<PaymentUnit, 'transactions'>,
  right: Right,
): Promise<void> {
  if (right.kind !== 'key') return;
  const limit = asUnits(BigInt(quota.settlesPerKey));
  const budget = `settles:${right.hash}`;
  const full = await transactions.charge(
    [{ budget, units: asUnits(1n), limit }],
    utcDay(clock.now()),
  );
  if (full !== null)
    throw new RelayError(
      'FACILITATOR_QUOTA',
      {},
      `${quota.settlesPerKey} payments were settled for this key today; show a pass, or come back tomorrow (UTC)`,
    );
}

/** Within the unit that settles it: it reverted at that cost, in units of coin. */
export async function chargeFailure(
  ports: Pick<PaymentPorts, 'clock'>,
  tx: PaymentUnit,
  { chain, client, payer }: Whose,
  gasCost: bigint,
): Promise<void> {
  await chargeRevert(ports, tx, { chain, client, payer, gasCost, kind });
}

/** By the client that it is written under. */
export function isOwnSale(client: string): boolean {
  return client.startsWith('own:');
}

/** Whom a failure is charged to, beside the payer: no key is written down beside a payment. */
export function clientOf(right: Right, client: string): string {
  switch (right.kind) {
    case 'key':
      return `key:${right.hash}`;
    case 'own':
      return `own:${client}`;
    case 'pass':
      return client;
  }
}
