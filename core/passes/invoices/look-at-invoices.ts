import { asUnits, type ChainRef, isRelayError, valueMicroUsd } from '@interline/kernel';
import type { PaymentReading } from '@interline/ports';
import { type Invoice, lockedForMs, neverByItself, nextLookOf, quotaOf } from './invoice.ts';
import type { InvoicePorts } from './invoice-ports.ts';
import { products, tokenAt } from './products.ts';

/** How many of a chain are read together. */
export const lookedAtOnce = 100;
/** How many of a chain are taken up in one run. */
const takenUp = 400;
/** After a look that a chain did not answer; twice as long after each further one. */
const firstPauseMs = 2_000;
const longestPauseMs = 300_000;
/** A caller's question is answered out of the store where it was looked at so lately. */
const freshForMs = 1_000;

/**
 * Reads what came to the addresses of invoices that are due, each chain by itself. One that does not
 * answer is left alone for a while: what is due there stays due.
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
 * Looks at one within the second, unless that was done a moment ago and nothing is known to have changed;
 * the invoice as it stands then. As it is kept where its chain does not answer, or is not served here any
 * more.
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
 * One look of a chain a second, at all that is asked for in that second: the nodes are not asked as often
 * as callers ask us, whose own limits do not hold in the private lane. At ticks of the clock, so that what
 * a caller waits tells nothing of others. What is beyond one look is answered out of the store, and
 * `leaveOut` is told.
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

/** Otherwise the first caller of each second would take every place. */
function shuffled(
  { entropy }: Pick<InvoicePorts, 'entropy'>,
  all: readonly Invoice[],
): readonly Invoice[] {
  return all
    .map((invoice) => ({ invoice, place: entropy.hex(8) }))
    .toSorted((one, other) => (one.place < other.place ? -1 : 1))
    .map(({ invoice }) => invoice);
}

/** False where the chain does not answer. */
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
  // Until no reorg can undo a collection, what an address holds tells nothing.
  if (invoice.collection !== null) return;
  const seen = await counted(ports, invoice, reading, depth);
  const change = {
    ...seen,
    nextLookMs: nextLookAfter(invoice, seen, nowMs),
    // What is left uncollected on purpose is tried again with what comes.
    ...(seen.held > invoice.held ? { nextCollectMs: nowMs, collectTries: 0 } : {}),
    // Passes that were paid for later.
    ...(quotaOf({ ...invoice, ...seen }) > invoice.issued ? { exhaustedAtMs: null } : {}),
  };
  // What has changed meanwhile is looked at again, as what is due.
  await ports.store.run('see-payment', ({ invoices }) => invoices.changeInvoice(invoice, change));
}

/** One that is looked at only when somebody asks is not taken up by that, unless something came. */
function nextLookAfter(invoice: Invoice, seen: Counted, nowMs: number): number {
  const isNever = invoice.nextLookMs === neverByItself && seen.received + seen.pending === 0n;
  return isNever ? neverByItself : nextLookOf({ ...invoice, ...seen }, nowMs);
}

type Counted = Pick<Invoice, 'pending' | 'received' | 'credited' | 'held' | 'block' | 'blockAtMs'>;

/** What a reading adds to what counts; only as much as is deep enough for all that came. */
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

  // Until a reading has shown how much comes, it may not have been deep enough.
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
 * In units at the invoice's price, rounded down. It came after the block that was counted before:
 * who pays in time, and is seen late, does not lose by that. Null without a price.
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
