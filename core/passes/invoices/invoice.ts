import type { Address, ChainRef, Units } from '@interline/kernel';
import { type AssetName, type BundleName, products } from './products.ts';

/** A purchase of passes. Knowing its id is enough to claim what was paid for. */
export interface Invoice {
  /** `inv_` and 128 random bits; its address derives from it too. */
  readonly id: string;
  readonly version: number;
  readonly bundle: BundleName;
  readonly bundles: number;
  readonly asset: AssetName;
  readonly chain: ChainRef;
  /** Contract address, or `native`. */
  readonly token: string;
  readonly address: Address;
  readonly collector: Address;
  readonly recipient: Address;
  /** The route of the deposit that pays it; null if its payer pays at its address. */
  readonly routeId: string | null;
  /** Owner of the transaction for an authorization that its payer signed; null before one came. */
  readonly authorizationId: string | null;
  /** The payer that signed it; null before. */
  readonly authorizedBy: Address | null;
  /** Its price, fixed when it was created. */
  readonly amount: Units;
  /** Confirmations that this amount needs before it counts. */
  readonly confirmations: number;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  /** Seen in the newest block, but not deep enough to count. */
  readonly pending: Units;
  /** Everything that counts of what arrived. */
  readonly received: Units;
  /** The same at the invoice's own price; late payments count at market value. */
  readonly credited: Units;
  /** Counted units that no final transaction has collected. */
  readonly held: Units;
  /** The last counted block; null before the first. */
  readonly block: number | null;
  /** The time of that block. */
  readonly blockAtMs: number;
  /** The pending collection, until it is final. */
  readonly collection: InvoiceCollection | null;
  readonly issued: number;
  /** When its last paid pass was issued; null while some are left. */
  readonly exhaustedAtMs: number | null;
  readonly nextLookMs: number;
  /** When to collect; null while there is nothing to collect. */
  readonly nextCollectMs: number | null;
  /** Failed collections since the last payment; each one doubles the wait. */
  readonly collectTries: number;
  readonly txs: readonly string[];
}

export interface InvoiceCollection {
  /** The owner of its transactions. Not the invoice's id, which must not appear in logs. */
  readonly id: string;
  readonly units: Units;
}

/**
 * - open: no payment yet
 * - confirming: a payment is not deep enough yet
 * - paid: passes may be claimed
 * - exhausted: all of them were claimed
 * - underpaid: less than the price came; the rest may still come
 * - expired: no payment came in time; later ones still count
 * - refunded: its deposit is refunded, or waits for its refund
 */
export type InvoiceState =
  'open' | 'confirming' | 'paid' | 'exhausted' | 'underpaid' | 'expired' | 'refunded';

export function stateOf(invoice: Invoice, nowMs: number): InvoiceState {
  const quota = quotaOf(invoice);
  if (quota > 0) return invoice.issued >= quota ? 'exhausted' : 'paid';
  if (invoice.pending > 0n) return 'confirming';
  if (invoice.received > 0n) return 'underpaid';
  return nowMs < invoice.expiresAtMs ? 'open' : 'expired';
}

/**
 * How many passes were paid for: none below the full price; above it, also those of every further
 * bundle that was paid in full.
 */
export function quotaOf({
  bundle,
  bundles,
  amount,
  credited,
}: Pick<Invoice, 'bundle' | 'bundles' | 'amount' | 'credited'>): number {
  if (credited < amount) return 0;
  return Number((credited * BigInt(bundles)) / amount) * products[bundle].passes;
}

/**
 * All of its money until the last pass is claimed. The remaining part would reveal, day by day, how
 * many passes a buyer claimed who is the only one with an asset, and passes do not help a buyer who
 * is counted.
 */
export function owedInPasses(
  invoice: Pick<Invoice, 'bundle' | 'bundles' | 'amount' | 'credited' | 'received' | 'issued'>,
): bigint {
  const quota = quotaOf(invoice);
  return quota > 0 && invoice.issued >= quota ? 0n : invoice.received;
}

/** How long the price is fixed; payments within a day are still accepted at it. */
export const openForMs = 1_800_000;
export const lockedForMs = 86_400_000;

/** The look time of an invoice that is only read on request. */
export const neverByItself = Number.MAX_SAFE_INTEGER;

const lookSoonMs = 3_000;
const lookOpenMs = 10_000;
const lookLongestMs = 21_600_000;
/** After this time it is read only on request; sooner if nothing ever came. */
const lookedAtForMs = 2_592_000_000;
const unpaidLookedAtForMs = 93_600_000;

/** The older it is and the less is expected, the less often it is read without a request. */
export function nextLookOf(
  {
    createdAtMs,
    expiresAtMs,
    pending,
    received,
  }: Pick<Invoice, 'createdAtMs' | 'expiresAtMs' | 'pending' | 'received'>,
  nowMs: number,
): number {
  if (pending > 0n) return nowMs + lookSoonMs;
  if (nowMs < expiresAtMs) return nowMs + lookOpenMs;
  const age = nowMs - createdAtMs;
  if (received === 0n && nowMs - expiresAtMs > unpaidLookedAtForMs) return neverByItself;
  if (age > lookedAtForMs) return neverByItself;
  return nowMs + Math.min(lookLongestMs, Math.max(lookOpenMs, Math.floor(age / 10)));
}
