import { asUnits, isRelayError, noUnits, type Units, valueMicroUsd } from '@interline/kernel';
import type { CollectingCall, Prepared } from '@interline/ports';
import { assertMayCommit, chainScope } from '../../switches/index.ts';
import { commitTransactions, sendOrPostpone } from '../../transactions/index.ts';
import { type Invoice, quotaOf } from './invoice.ts';
import { tokenAt } from './products.ts';
import {
  type CallPorts,
  commitCall,
  invoiceOwner,
  isTooDear,
  keysOf,
  prepareInvoiceCall,
} from './spender-calls.ts';

/** Maximum per chain and run. */
const takenUp = 50;
/** Delay after a failed attempt; it doubles with each further one. */
const firstWaitMs = 60_000;
const longestWaitMs = 604_800_000;
/** Delay while a prerequisite of collecting does not exist yet. */
const makingMs = 2_000;
/** Delay if gas costs too much relative to the payment, because it may get cheaper. */
const firstDearMs = 3_600_000;
/** A collection costs at most a quarter of what it brings. */
const dearPart = 4n;
/** Payments below 5 cents are not collected automatically. */
const leastMicroUsd = 50_000n;

/**
 * Sends the counted payments at invoices' addresses to the float, with one transaction of the
 * spender per payment. It is committed together with the invoice's record of it, and never while
 * another one is not final. The address sends exactly the given amount or nothing, so nothing moves
 * twice. If a reorg removed a part of what was counted, the rest is collected.
 */
export function collectPayments(ports: CallPorts): () => Promise<void> {
  return async () => {
    const { store, sureTime, payments } = ports;
    const nowMs = await sureTime();
    await Promise.all(
      payments.chains.map(async (chain) => {
        const due = await store.reads.invoices.invoicesToCollect(chain, nowMs, takenUp);
        for (const invoice of due) await collect(ports, invoice);
      }),
    );
  };
}

async function collect(ports: CallPorts, invoice: Invoice): Promise<void> {
  const { chain } = invoice;
  try {
    const next = await collectOne(ports, invoice);
    if (next !== null) await postpone(ports, invoice, next);
  } catch (error) {
    if (!isRelayError(error)) throw error;
    ports.log.warn('collection-postponed', { chain, code: error.code });
    await postpone(ports, invoice, inVain(invoice, firstWaitMs));
  }
}

/** When to retry; `never` once nothing is collected automatically any more. */
type Next = Pick<Invoice, 'collectTries'> & { readonly inMs: number | 'never' };

function inVain({ collectTries }: Invoice, firstMs: number): Next {
  const inMs = Math.min(longestWaitMs, firstMs * 2 ** Math.min(collectTries, 20));
  return { inMs, collectTries: collectTries + 1 };
}

/** Null once it is committed. */
async function collectOne(ports: CallPorts, invoice: Invoice): Promise<Next | null> {
  const { chain, held, expiresAtMs, collection, collectTries } = invoice;
  if (collection !== null || held === 0n) return inVain(invoice, firstWaitMs);
  // The rest may still arrive, and is collected with it.
  const openMs = expiresAtMs - ports.clock.now();
  if (quotaOf(invoice) === 0 && openMs > 0) return { inMs: openMs, collectTries };

  const there = await heldNow(ports, invoice);
  const units = asUnits(there < held ? there : held);
  if (units === 0n) return inVain(invoice, firstWaitMs);
  if (await isDust(ports, invoice, units))
    // A reorg may bring back what it removed, and that would not be counted again.
    return units < held ? inVain(invoice, firstDearMs) : { inMs: 'never', collectTries };
  const missing = await ports.payments.missingFor(chain, ports.lifetime);
  if (missing !== null) {
    await makeReady(ports, invoice, missing);
    return { inMs: makingMs, collectTries };
  }
  const call = ports.payments.collecting({
    id: invoice.id,
    paid: invoice,
    token: invoice.token,
    units,
  });
  const prepared = await prepareInvoiceCall(ports, invoice, call);
  if (await isTooDear(ports, invoice, { units, part: dearPart }, prepared))
    return inVain(invoice, firstDearMs);
  await commitCollection(ports, invoice, units, prepared);
  return null;
}

/**
 * What the address really holds, at the depth that a price requires, because a reorg may have
 * removed a part.
 */
async function heldNow({ payments, lifetime }: CallPorts, invoice: Invoice): Promise<Units> {
  const { chain, address, token, confirmations: depth } = invoice;
  const [reading] = await payments.seenAt(chain, [{ address, token, depth }], lifetime);
  return reading?.deep?.units ?? noUnits;
}

/** False without a price, because it may be valuable. */
async function isDust(
  { tokens, price, lifetime }: CallPorts,
  invoice: Invoice,
  units: Units,
): Promise<boolean> {
  const token = tokenAt(tokens, invoice);
  if (token === null) return false;
  const found = await price.priceOf(token, lifetime).catch(() => null);
  return found !== null && valueMicroUsd(units, token.decimals, found) < leastMicroUsd;
}

async function commitCollection(
  ports: CallPorts,
  invoice: Invoice,
  units: Units,
  prepared: Prepared,
): Promise<void> {
  const { token, address: from, recipient: to } = invoice;
  const id = `col_${ports.entropy.hex(12)}`;
  await commitCall(ports, invoice, {
    name: 'collect-payment',
    owner: id,
    // The moved amount, for the books, because coin leaves no log.
    prepared: { ...prepared, expects: { token, from, to, units } },
    // Its funds may have been collected, or counted again, since it was read.
    isDue: ({ version }) => version === invoice.version,
    change: { collection: { id, units }, nextCollectMs: null },
  });
}

/** Once per chain: deploys the contract that creates all addresses. */
async function makeReady(
  ports: CallPorts,
  invoice: Invoice,
  missing: CollectingCall,
): Promise<void> {
  const { chain } = invoice;
  const owner = invoiceOwner(`maker_${chain}`);
  const last = (await ports.store.reads.transactions.transactionsOf(owner.id)).at(-1);
  if (last?.state === 'open' || last?.state === 'mined') return;
  const keys = keysOf(ports, invoice);
  const prepared = await prepareInvoiceCall(ports, invoice, missing);
  const committed = await ports.store.run('make-payment-maker', async (tx) => {
    await assertMayCommit(tx, ['service', chainScope(chain)]);
    const now = (await tx.transactions.transactionsOf(owner.id)).at(-1);
    return now?.id === last?.id ? commitTransactions(keys, tx, owner, 0, [prepared]) : [];
  });
  await sendOrPostpone(keys, committed, ports.lifetime);
}

async function postpone(
  { store, sureTime }: CallPorts,
  invoice: Invoice,
  { inMs, collectTries }: Next,
): Promise<void> {
  const nextCollectMs = inMs === 'never' ? null : (await sureTime()) + inMs;
  await store.run('postpone-collection', ({ invoices }) =>
    invoices.changeInvoice(invoice, { nextCollectMs, collectTries }),
  );
}
