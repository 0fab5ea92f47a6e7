import type { Address, ChainRef, Units } from '@interline/kernel';
import { type AssetName, type BundleName, products } from './products.ts';

/** A purchase of passes. Its id is the right to claim what was paid for. */
export interface Invoice {
  /** `inv_` and 128 random bits; also what its address is derived from. */
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
  /** The route of the deposit that pays it; null where it is paid at its address by its payer. */
  readonly routeId: string | null;
  /** Owns the transaction of an authorization that its payer signed; null before one came. */
  readonly authorizationId: string | null;
  /** That payer; null before. */
  readonly authorizedBy: Address | null;
  /** Its price, locked when it was made. */
  readonly amount: Units;
  /** How deep that much must be before it counts. */
  readonly confirmations: number;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  /** Seen in the newest block, and not deep enough to count. */
  readonly pending: Units;
  /** All that counts of what came. */
  readonly received: Units;
  /** The same at the invoice's own price: what came late is worth what the market says. */
  readonly credited: Units;
  /** What counts of what came and was not collected by a final transaction. */
  readonly held: Units;
  /** The block that was counted up to; null before the first. */
  readonly block: number | null;
  /** When that block was made. */
  readonly blockAtMs: number;
  /** What is being collected, until that is final. */
  readonly collection: InvoiceCollection | null;
  readonly issued: number;
  /** When the last pass was issued that it pays for; null while some are left. */
  readonly exhaustedAtMs: number | null;
  readonly nextLookMs: number;
  /** When to collect; null while there is nothing. */
  readonly nextCollectMs: number | null;
  /** How often it could not be collected since something came last; each time it waits twice as long. */
  readonly collectTries: number;
  readonly txs: readonly string[];
}

export interface InvoiceCollection {
  /** The owner of its transactions. Not the invoice's id, which stands in no log. */
  readonly id: string;
  readonly units: Units;
}

/**
 * - open: nothing came yet
 * - confirming: something came that is not deep enough
 * - paid: passes may be claimed
 * - exhausted: all of them were
 * - underpaid: less came than was asked; the rest may still come
 * - expired: nothing came in time; what still comes counts
 * - refunded: what was deposited for it goes back, or waits to
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
 * How many passes were paid for: none below the whole price, and beyond it those of every further
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
 * All of its money until the last pass is claimed: the part that is left would tell, day by day, how many
 * a buyer claimed who is alone with an asset, and passes are of no use to who is counted.
 */
export function owedInPasses(
  invoice: Pick<Invoice, 'bundle' | 'bundles' | 'amount' | 'credited' | 'received' | 'issued'>,
): bigint {
  const quota = quotaOf(invoice);
  return quota > 0 && invoice.issued >= quota ? 0n : invoice.received;
}

/** A price is locked for so long; what comes within a day is still taken at it. */
export const openForMs = 1_800_000;
export const lockedForMs = 86_400_000;

/** When an invoice is looked at that is only looked at where somebody asks. */
export const neverByItself = Number.MAX_SAFE_INTEGER;

const lookSoonMs = 3_000;
const lookOpenMs = 10_000;
const lookLongestMs = 21_600_000;
/** After that it is looked at only where somebody asks: sooner where nothing ever came. */
const lookedAtForMs = 2_592_000_000;
const unpaidLookedAtForMs = 93_600_000;

/** The older it is and the less there is to expect, the more rarely it is looked at, unless asked for. */
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
