import { RelayError } from '@interline/kernel';
import { assertSignable, type Issued, signBlinded } from '../issue-passes.ts';
import { currentKey, type PassKey } from '../key-ring.ts';
import { type Invoice, type InvoiceState, quotaOf } from './invoice.ts';
import type { InvoicePorts } from './invoice-ports.ts';
import { notePayment } from './note-payment.ts';
import type { InvoiceUnit } from './repository.ts';
import { type ShownInvoice, showInvoice } from './show-invoice.ts';

export interface ClaimRequest {
  readonly invoiceId: string;
  readonly blinded: readonly Uint8Array[];
  /** The key that the values were blinded for, if the client states it. */
  readonly seq: number | null;
  /** The paying transaction, if the client states it. It is shown once it is seen to have paid. */
  readonly txHash: string | null;
  /**
   * Counts the claim for a paid invoice or, with null, among claims that may be invalid. Throws
   * `RATE_LIMITED`.
   */
  readonly count: (paidInvoice: string | null) => Promise<void>;
}

export interface ClaimIssued extends Issued {
  readonly issued: number;
  readonly remaining: number;
}

/**
 * Signs what an invoice paid for, all or none. Values already claimed on it cost nothing and get
 * the same signatures, so an interrupted claim can be repeated unchanged, ten times an hour in
 * addition to one repeat of each claim. Throws `RATE_LIMITED`, `UNKNOWN_RECORD`,
 * `CHAIN_UNREACHABLE`, `INVOICE_NOT_PAID`, `INVOICE_EXPIRED`, `QUOTA_EXCEEDED`, `KEY_ROTATED`,
 * `MINT_ROTATION_UNWITNESSED`, `BAD_REQUEST`, `SIGNER_BUSY`, `STORE_DOWN`.
 */
export type ClaimPasses = (request: ClaimRequest) => Promise<ClaimIssued>;

export function claimPasses(
  ports: InvoicePorts,
  look: (invoice: Invoice) => Promise<Invoice>,
): ClaimPasses {
  const { store, issuer, clock } = ports;
  return async ({ invoiceId, blinded, seq, txHash, count }) => {
    const known = await store.reads.invoices.invoice(invoiceId);
    await count(known !== null && quotaOf(known) > 0 ? invoiceId : null);
    if (known === null) throw unknownInvoice();
    if (quotaOf(known) === 0) {
      assertServed(ports, known);
      assertPayable(await showInvoice(ports, await look(known)));
    }
    if (txHash !== null) await notePayment(ports, known, txHash);
    const ring = await ports.ring();
    const current = currentKey(ring, clock.now());
    const values = blinded.map((value) => issuer.claimIdOf(value));
    assertEachOnce(values);

    const claimed = await store.run('claim-passes', async (tx) => {
      const invoice = await tx.invoices.lockInvoice(invoiceId);
      if (invoice === null) throw unknownInvoice();
      const before = await tx.invoices.claimedAmong(invoiceId, values);
      const fresh = freshAmong(values, new Set(before.map(({ value }) => value)));
      if (fresh.length > 0) assertPaid(invoice, fresh.length);
      const signer = signerOf(ring, current, {
        seqs: new Set(before.map((one) => one.seq)),
        isAnyFresh: fresh.length > 0,
        wanted: seq,
      });
      if ((await tx.passes.sealedPassKey(signer.seq)) === null) throw destroyed(signer, current);
      assertSignable(issuer, signer, blinded);
      const isRepeat = before.length > 0;
      if (fresh.length === 0) return { invoice, signer, isRepeat };
      return { invoice: await issue(tx, invoice, fresh, signer, clock.now()), signer, isRepeat };
    });

    const { invoice, signer, isRepeat } = claimed;
    if (isRepeat) await assertFewRepeats(ports, invoice, values.length);
    const signed = await signBlinded({ issuer, reads: store.reads.passes }, signer, blinded);
    return { ...signed, issued: invoice.issued, remaining: remainingOf(invoice) };
  };
}

/**
 * In addition to one repeat an hour of everything that was issued, in claims as large as this one.
 */
const repeatsAnHour = 10;

/**
 * Values that were claimed before are signed again at no cost to the caller. Throws `RATE_LIMITED`.
 */
async function assertFewRepeats(
  { rateLimiter }: Pick<InvoicePorts, 'rateLimiter'>,
  { id, issued }: Invoice,
  values: number,
): Promise<void> {
  const requests = repeatsAnHour + Math.ceil(issued / values);
  const quota = { requests, perMs: 3_600_000 };
  const admission = await rateLimiter.take([`repeated claims of ${id}`], quota);
  if (!admission.isAdmitted)
    throw new RelayError(
      'RATE_LIMITED',
      { retryAfterMs: admission.retryAfterMs },
      `values that were signed before were claimed ${requests} times in an hour; nothing is lost: claim them again later, or claim new ones by themselves`,
    );
}

export function remainingOf(invoice: Invoice): number {
  return Math.max(0, quotaOf(invoice) - invoice.issued);
}

export function unknownInvoice(): RelayError {
  return new RelayError('UNKNOWN_RECORD', {}, 'there is no invoice of this id');
}

/** Payments on a chain that is no longer configured cannot be read. */
export function assertServed(
  { payments }: Pick<InvoicePorts, 'payments'>,
  { chain }: Invoice,
): void {
  if (!payments.chains.includes(chain))
    throw new RelayError(
      'CHAIN_UNREACHABLE',
      { chain },
      'the chain of this invoice is not served here now; what was paid counts once it is again',
    );
}

/**
 * Each value is counted once but signed for each occurrence, so duplicates are refused. Throws
 * `BAD_REQUEST`.
 */
function assertEachOnce(values: readonly string[]): void {
  const firstOf = new Map<string, number>();
  for (const [at, value] of values.entries()) {
    const first = firstOf.get(value);
    if (first !== undefined)
      throw new RelayError(
        'BAD_REQUEST',
        { field: 'blinded' },
        `blinded[${at}] is the same value as blinded[${first}]; send each once, nothing was signed or counted`,
      );
    firstOf.set(value, at);
  }
}

/** Sorted by hash, so that two concurrent claims lock in the same order. */
function freshAmong(values: readonly string[], before: ReadonlySet<string>): readonly string[] {
  return values.filter((value) => !before.has(value)).toSorted();
}

/** Refuses an invoice that is not paid yet, or never will be. */
function assertPayable({ invoice, state, deposit }: ShownInvoice): void {
  if (quotaOf(invoice) > 0) return;
  if (state === 'expired') throw new RelayError('INVOICE_EXPIRED');
  if (state === 'refunded')
    throw new RelayError('INVOICE_EXPIRED', {}, 'what was deposited for the invoice goes back');
  throw notPaid(invoice, state, deposit === null);
}

function notPaid(invoice: Invoice, state: InvoiceState, isDirect: boolean): RelayError {
  const { received, amount, pending } = invoice;
  return new RelayError(
    'INVOICE_NOT_PAID',
    { state },
    isDirect
      ? `the invoice is ${state}: ${received} of ${amount} counts, and ${pending} more was seen`
      : `the invoice is ${state}: its passes can be claimed once the deposit has been delivered`,
  );
}

function assertPaid(invoice: Invoice, wanted: number): void {
  const remaining = remainingOf(invoice);
  if (quotaOf(invoice) === 0) throw notPaid(invoice, 'underpaid', invoice.routeId === null);
  if (wanted > remaining)
    throw new RelayError(
      'QUOTA_EXCEEDED',
      { remaining },
      `${wanted} passes were to be signed, and ${remaining} are left of the invoice; none was signed`,
    );
}

/** One key signs all values of a claim. If none can, nothing was charged. */
function signerOf(
  ring: readonly PassKey[],
  current: PassKey | null,
  {
    seqs,
    isAnyFresh,
    wanted,
  }: {
    readonly seqs: ReadonlySet<number>;
    readonly isAnyFresh: boolean;
    readonly wanted: number | null;
  },
): PassKey {
  if (isAnyFresh && current === null) throw new RelayError('MINT_ROTATION_UNWITNESSED');
  const all = new Set([...seqs, ...(isAnyFresh && current !== null ? [current.seq] : [])]);
  const [seq, ...others] = all;
  const signer = ring.find((key) => key.seq === seq);
  if (others.length > 0 || signer === undefined || (wanted !== null && wanted !== seq))
    throw new RelayError(
      'KEY_ROTATED',
      { seq: current?.seq ?? 0 },
      others.length > 0
        ? 'some of these values were claimed under an earlier key; send them and the new ones in claims of their own'
        : `key ${seq ?? 0} signs these values; nothing was signed or counted`,
    );
  return signer;
}

/** Its private half is kept for a week after its time. The values stay counted. */
function destroyed({ seq }: PassKey, current: PassKey | null): RelayError {
  return new RelayError(
    'KEY_ROTATED',
    { seq: current?.seq ?? 0, counted: true },
    `key ${seq} has been destroyed; what was claimed under it can no longer be repeated`,
  );
}

async function issue(
  tx: InvoiceUnit,
  invoice: Invoice,
  fresh: readonly string[],
  { seq }: PassKey,
  nowMs: number,
): Promise<Invoice> {
  const issued = invoice.issued + fresh.length;
  const exhaustedAtMs = issued >= quotaOf(invoice) ? nowMs : null;
  await tx.invoices.insertClaimed(invoice.id, fresh, seq);
  if (!(await tx.invoices.changeInvoice(invoice, { issued, exhaustedAtMs })))
    throw new Error('an invoice changed while it was locked');
  await tx.passes.countIssued(seq, fresh.length);
  return { ...invoice, issued, exhaustedAtMs };
}
