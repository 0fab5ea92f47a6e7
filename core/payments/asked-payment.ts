import { isRelayError, RelayError, type Transaction } from '@interline/kernel';
import type { AuthorizedTransfer, TransferMethod } from '@interline/ports';
import type { PaymentPorts } from './ports.ts';
import { clientOf, type Right } from './quota.ts';
import { reasonsOf } from './reasons.ts';
import type { PaymentUnit } from './repository.ts';
import { authorizationKeyOf, type Settlement } from './settlement.ts';

/** A well-formed payment, and the caller that asks to settle it. */
export interface Asked {
  readonly transfer: AuthorizedTransfer;
  readonly payloadHash: string;
  readonly identifier: string | null;
  readonly right: Right;
  /** The caller's pseudonym. */
  readonly client: string;
}

/**
 * - taken: this settlement, stored now or before, is the answer to the request
 * - refused: nothing was sent, and nothing is stored
 */
export type Accepted =
  | {
      readonly kind: 'taken';
      readonly settlement: Settlement;
      /** Only where it was committed just now. */
      readonly transaction?: Transaction;
    }
  | {
      readonly kind: 'refused';
      readonly reason: string;
      readonly why: string | null;
      /** Another payment pays for what is sold once. */
      readonly isSold?: true;
    };

/** The settlement of this payment that is stored already; null where there is none. */
export async function knownIn(
  { payments }: Pick<PaymentUnit, 'payments'> | PaymentPorts['store']['reads'],
  { transfer, payloadHash }: Asked,
): Promise<Accepted | null> {
  const taken = await payments.settlementOf(authorizationKeyOf(transfer));
  if (taken === null) return null;
  // A caller without the signature learns nothing about the payment, whatever nonce it names.
  return taken.payloadHash === payloadHash
    ? { kind: 'taken', settlement: taken }
    : refusedAsUsed(transfer.method, 'another payment has this nonce here');
}

/**
 * For a new payment whose signature was verified: a caller without one does not learn which identifiers a payer
 * has used. Throws `IDEMPOTENCY_CONFLICT`.
 */
export async function assertNameFree(
  { payments }: Pick<PaymentUnit, 'payments'> | PaymentPorts['store']['reads'],
  { transfer, identifier }: Asked,
): Promise<void> {
  if (identifier === null) return;
  if ((await payments.settlementNamed(transfer.from, identifier)) !== null)
    throw new RelayError(
      'IDEMPOTENCY_CONFLICT',
      {},
      'this payment-identifier came with another payment of the same payer',
    );
}

/**
 * The unit may have failed because another process took the same authorization at the same moment.
 * If so, returns that settlement; otherwise throws the error.
 */
export async function knownAfter(
  { store }: Pick<PaymentPorts, 'store'>,
  asked: Asked,
  error: unknown,
): Promise<Accepted> {
  if (isRelayError(error)) throw error;
  const known = await knownIn(store.reads, asked);
  if (known !== null) return known;
  await assertNameFree(store.reads, asked);
  throw error;
}

export function refusedAsUsed(method: TransferMethod, why: string | null): Accepted {
  return { kind: 'refused', reason: reasonsOf[method].used, why };
}

/** The record of a payment for which no transaction was sent yet. */
export function newSettlement(
  { clock, entropy }: Pick<PaymentPorts, 'clock' | 'entropy'>,
  { transfer, payloadHash, identifier, right, client }: Asked,
): Settlement {
  const { token, to, units, validAfter, validBefore } = transfer;
  return {
    id: `x4_${entropy.hex(16)}`,
    token,
    payTo: to,
    units,
    ...authorizationKeyOf(transfer),
    validAfter,
    validBefore,
    payloadHash,
    identifier,
    client: clientOf(right, client),
    sentAs: null,
    acceptedAtMs: clock.now(),
    outcome: null,
    reportedAtMs: null,
    isCharged: false,
  };
}
