import { asUnits, type ChainRef, isRelayError, valueMicroUsd } from '@interline/kernel';
import type { PaymentReading } from '@interline/ports';
import { type Invoice, lockedForMs, neverByItself, nextLookOf, quotaOf } from './invoice.ts';
import type { InvoicePorts } from './invoice-ports.ts';
import { products, tokenAt } from './products.ts';

/** How many invoices of a chain are read together. */
export const lookedAtOnce = 100;
/** Maximum invoices of a chain per run. */
const takenUp = 400;
/** Pause after a chain did not answer; it doubles with each further failure. */
const firstPauseMs = 2_000;
const longestPauseMs = 300_000;
/** A caller gets the stored state if it was read this recently. */
const freshForMs = 1_000;

/**
 * Reads payments to the addresses of due invoices, each chain separately. A chain that does not
 * answer is paused for a while; its invoices stay due.
 */
export function lookAtInvoices(ports: InvoicePorts): () => Promise<void> {
  const pauses = new Map<ChainRef, { readonly ms: number; readonly untilMs: number }>();
  const lookOn = async (chain: ChainRef): Promise<void> => {
    const { store, clock, sureTime } = ports;
    const pause = pauses.get(chain);
    if (pause !== undefined && clock.monotonic() < pause.untilMs) return;
    const due = await store.reads.invoices.invoicesToLookAt(chain, await sureTime(), takenUp);
    for (let from = 0; from < due.length; from += lookedAtOnce) {
      if (await lookAt(ports, chain, due.slice(from, from + lookedAtOnce))) {
        pauses.delete(chain);
        continue;
      }
      const ms = Math.min(longestPauseMs, pause === undefined ? firstPauseMs : pause.ms * 2);
      pauses.set(chain, { ms, untilMs: clock.monotonic() + ms });
      return;
    }
  };
  return async () => {
    await Promise.all(ports.payments.chains.map(lookOn));
  };
}

/**
 * Reads an invoice within the second, unless that was just done and nothing is known to have
 * changed. Resolves to the updated invoice, or to the stored one if its chain does not answer or is
 * no longer served.
 */
export type LookNow = (invoice: Invoice, hasChanged?: boolean) => Promise<Invoice>;

export function lookNow(ports: InvoicePorts): LookNow {
  const lookedAtMs = new Map<string, number>();
  const asked = gatherAsked(ports, ({ id }) => lookedAtMs.delete(id));
  return async (invoice, hasChanged = false) => {
    if (!ports.payments.chains.includes(invoice.chain)) return invoice;
    const nowMs = ports.clock.monotonic();
    const lastMs = lookedAtMs.get(invoice.id) ?? Number.NEGATIVE_INFINITY;
    if (!hasChanged && nowMs - lastMs < freshForMs) return invoice;
    for (const [id, atMs] of lookedAtMs) {
      if (nowMs - atMs < freshForMs) break;
      lookedAtMs.delete(id);
    }
    lookedAtMs.delete(invoice.id);
    lookedAtMs.set(invoice.id, nowMs);
    await asked(invoice);
    return (await ports.store.reads.invoices.invoice(invoice.id)) ?? invoice;
  };
}

/**
 * Makes one read per chain and second for all invoices requested in that second, so that the nodes
 * get fewer requests than callers make; in the private lane callers have no limits of their own.
 * Reads start at clock ticks, so that a caller's wait reveals nothing about others. Invoices beyond
 * one read are answered from the store, and `leaveOut` is called.
 */
function gatherAsked(
  ports: InvoicePorts,
  leaveOut: (invoice: Invoice) => void,
): (invoice: Invoice) => Promise<void> {
  const { clock } = ports;
  const next = new Map<
    ChainRef,
    { readonly all: Map<string, Invoice>; readonly ended: Promise<void> }
  >();
  const lookAtAll = async (chain: ChainRef, all: ReadonlyMap<string, Invoice>): Promise<void> => {
    await clock.sleep(freshForMs - (clock.monotonic() % freshForMs));
    next.delete(chain);
    const mixed = shuffled(ports, [...all.values()]);
    for (const invoice of mixed.slice(lookedAtOnce)) leaveOut(invoice);
    await lookAt(ports, chain, mixed.slice(0, lookedAtOnce));
  };
  const gather = (chain: ChainRef) => {
    const all = new Map<string, Invoice>();
    const gathering = { all, ended: lookAtAll(chain, all) };
    next.set(chain, gathering);
    return gathering;
  };
  return (invoice) => {
    const { all, ended } = next.get(invoice.chain) ?? gather(invoice.chain);
    all.set(invoice.id, invoice);
    return ended;
  };
}

/** Otherwise the first callers of each second would take all places. */
function shuffled(
  { entropy }: Pick<InvoicePorts, 'entropy'>,
  all: readonly Invoice[],
): readonly Invoice[] {
  return all
    .map((invoice) => ({ invoice, place: entropy.hex(8) }))
    .toSorted((one, other) => (one.place < other.place ? -1 : 1))
    .map(({ invoice }) => invoice);
}

/** False if the chain does not answer. */
export async function lookAt(
  ports: InvoicePorts,
  chain: ChainRef,
  invoices: readonly Invoice[],
): Promise<boolean> {
  try {
    const deep = await Promise.all(invoices.map((one) => depthOf(ports, one, total(one))));
    const readings = await ports.payments.seenAt(
      chain,
      invoices.map(({ address, token }, at) => ({ address, token, depth: deep[at] ?? 1 })),
      ports.lifetime,
    );
    const nowMs = await ports.sureTime();
    for (const [at, invoice] of invoices.entries()) {
      const reading = readings[at];
      const depth = deep[at] ?? 1;
      if (reading !== undefined) await keep(ports, invoice, reading, { depth, nowMs });
    }
    return true;
  } catch (error) {
    if (!isRelayError(error)) throw error;
    ports.log.warn('invoices-postponed', { chain, code: error.code });
    return false;
  }
}

async function keep(
  ports: InvoicePorts,
  invoice: Invoice,
  reading: PaymentReading,
  { depth, nowMs }: { readonly depth: number; readonly nowMs: number },
): Promise<void> {
  // Until a collection is final, the address's balance proves nothing.
  if (invoice.collection !== null) return;
  const seen = await counted(ports, invoice, reading, depth);
  const change = {
    ...seen,
    nextLookMs: nextLookAfter(invoice, seen, nowMs),
    // An amount left uncollected on purpose is tried again with the next payment.
    ...(seen.held > invoice.held ? { nextCollectMs: nowMs, collectTries: 0 } : {}),
    // Passes that were paid for later.
    ...(quotaOf({ ...invoice, ...seen }) > invoice.issued ? { exhaustedAtMs: null } : {}),
  };
  // An invoice that changed meanwhile stays due and is read again.
  await ports.store.run('see-payment', ({ invoices }) => invoices.changeInvoice(invoice, change));
}

/** An invoice that is read only on request stays so after a read, unless money came. */
function nextLookAfter(invoice: Invoice, seen: Counted, nowMs: number): number {
  const isNever = invoice.nextLookMs === neverByItself && seen.received + seen.pending === 0n;
  return isNever ? neverByItself : nextLookOf({ ...invoice, ...seen }, nowMs);
}

type Counted = Pick<Invoice, 'pending' | 'received' | 'credited' | 'held' | 'block' | 'blockAtMs'>;

/**
 * What a reading adds to the counted amount; only as much as is deep enough for everything that
 * came.
 */
async function counted(
  ports: InvoicePorts,
  invoice: Invoice,
  { shown, deep }: PaymentReading,
  depth: number,
): Promise<Counted> {
  const { received, credited, held, block, blockAtMs } = invoice;
  const pendingOver = (counts: bigint) => asUnits(atLeast(shown - counts));
  const asBefore = { received, credited, held, block, blockAtMs, pending: pendingOver(held) };
  if (deep === null || deep.block < (block ?? 0)) return asBefore;
  const came = deep.units - held;
  const at = { block: deep.block, blockAtMs: deep.timestampSec * 1_000 };
  if (came <= 0n) return { ...asBefore, ...at };

  // Before a reading has shown how much came, the earlier depth may not have been enough.
  if ((await depthOf(ports, invoice, received + came)) > depth) return asBefore;
  const worth = await worthOf(ports, invoice, came);
  if (worth === null) return asBefore;
  const holds = held + came;
  return {
    ...at,
    received: asUnits(received + came),
    credited: asUnits(credited + worth),
    held: asUnits(holds),
    pending: pendingOver(holds),
  };
}

/**
 * In units at the invoice's price, rounded down. It came after the last counted block, so a payer
 * who pays in time but is seen late does not lose. Null without a price.
 */
export async function worthOf(
  { price, tokens, lifetime }: InvoicePorts,
  invoice: Invoice,
  units: bigint,
): Promise<bigint | null> {
  const { amount, bundle, bundles, createdAtMs, blockAtMs } = invoice;
  const token = tokenAt(tokens, invoice);
  if (token === null) return null;
  if (token.asset === 'USD' || blockAtMs <= createdAtMs + lockedForMs) return units;
  const found = await price.priceOf(token, lifetime).catch(() => null);
  if (found === null) return null;
  const priceMicroUsd = products[bundle].priceMicroUsd * BigInt(bundles);
  return (amount * valueMicroUsd(units, token.decimals, found)) / priceMicroUsd;
}

function total({ received, pending, amount }: Invoice): bigint {
  const came = received + pending;
  return came > amount ? came : amount;
}

async function depthOf(
  { inventory, tokens, lifetime }: InvoicePorts,
  invoice: Invoice,
  units: bigint,
): Promise<number> {
  const { confirmations } = invoice;
  const token = tokenAt(tokens, invoice);
  if (token === null) return confirmations;
  return Math.max(confirmations, await inventory.confirmations(token, asUnits(units), lifetime));
}

function atLeast(units: bigint): bigint {
  return units > 0n ? units : 0n;
}
