import { asUnits, RelayError, utcDay } from '@interline/kernel';
import type { PaymentPorts } from './ports.ts';
import type { PaymentUnit } from './repository.ts';

/**
 * What entitles a caller to our gas: a key that we issued, a pass that this request spent, or a
 * sale of our own, whose price pays for it.
 */
export type Right =
  | { readonly kind: 'pass' }
  | { readonly kind: 'key'; readonly hash: string }
  | {
      readonly kind: 'own';
      /** The invoice that it pays, to whose address one payment is sent; null for a request. */
      readonly invoiceId: string | null;
    };

/** Throws `FACILITATOR_QUOTA`. */
export function assertRight(right: Right | null): Right {
  if (right !== null) return right;
  throw new RelayError(
    'FACILITATOR_QUOTA',
    {},
    'settling a payment at our cost takes a key (x-svc-key) or a pass (x-svc-pass)',
  );
}

/**
 * Within the unit that accepts a payment: counts it against the key's day. Throws
 * `FACILITATOR_QUOTA`.
 */
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

/** Whether a settlement's `client` is one of our own sales. */
export function isOwnSale(client: string): boolean {
  return client.startsWith('own:');
}

/** The client that a failure is charged to, besides the payer. A key is stored only as its hash. */
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
