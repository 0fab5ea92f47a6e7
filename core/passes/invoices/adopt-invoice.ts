import {
  asUnits,
  chainToWire,
  noUnits,
  RelayError,
  type TokenRef,
  type Units,
} from '@interline/kernel';
import type { UnmatchedTransaction } from '../../transactions/index.ts';
import { areFinal, countedOf, unitsOf } from './count-collected.ts';
import { type Invoice, nextLookOf, openForMs, quotaOf } from './invoice.ts';
import type { InvoicePorts } from './invoice-ports.ts';
import { type BundleName, type DirectAsset, products, tokenOfAsset } from './products.ts';
import type { CallPorts } from './spender-calls.ts';

/** An invoice as its payer and the operator know it; the store has lost it, or its payments. */
export interface LostInvoice {
  readonly id: string;
  /** The asset paid at its address. */
  readonly asset: DirectAsset;
  readonly bundle: BundleName;
  readonly bundles: number;
  /** Passes that were claimed before the store was lost. */
  readonly issued: number;
  /** Its price in smallest units; null for dollars, which have a fixed price. */
  readonly amount: Units | null;
}

export interface Adoption {
  /** The stored invoice; null if the store has lost it. */
  readonly known: Invoice | null;
  /** The restored invoice. What its address holds is counted afterwards, like any payment. */
  readonly invoice: Invoice;
  /** Our transactions that collected from its address, or paid to it, and that wait on the desk. */
  readonly unmatched: readonly UnmatchedTransaction[];
  /** What its address holds in the newest block. */
  readonly holds: Units;
  /** How many passes all of it pays for. */
  readonly paysFor: number;
}

/**
 * Restores an invoice from its id, from which its address derives, and from what is or was there;
 * moves nothing. An invoice that the store has gets what was collected from it and not counted, or,
 * if nothing was paid for it, the asset that it was actually paid in. Throws `WRONG_STATE` if there
 * is nothing to restore, if a collection is not final, or if more was claimed than all of it pays
 * for; `BAD_REQUEST`, `CHAIN_UNREACHABLE`, `STORE_DOWN`.
 */
export type PlanAdoption = (lost: LostInvoice, signal: AbortSignal) => Promise<Adoption>;

export function planAdoption(ports: CallPorts): PlanAdoption {
  const { store, payments, tokens } = ports;
  return async (lost, signal) => {
    const { id, asset } = lost;
    const token = tokenOfAsset(tokens, asset);
    if (token === null || !payments.chains.includes(token.chain))
      throw new RelayError(
        'BAD_REQUEST',
        { field: 'asset' },
        `${asset} cannot be paid in on this deployment`,
      );
    const known = await store.reads.invoices.invoice(id);
    if (known !== null) assertAlike(known, lost);
    const isCounted = known?.chain === token.chain && known.token === token.address;
    const own = isCounted ? known : payments.addressOf(token.chain, id);
    const paid = { ...own, token };
    const unmatched = (await store.reads.transactions.unmatchedTransactions()).filter((one) =>
      isOf(one, paid),
    );
    const collections = unmatched.filter(({ kind }) => kind === 'collection');
    if (!(await areFinal(ports, token.chain, collections, signal)))
      throw refused('what was collected from its address is not final yet; try again later');
    if (known !== null && !isCounted) await assertUnpaid(ports, known, signal);
    const watched = { address: paid.address, token: token.address, depth: 1 };
    const [reading] = await payments.seenAt(token.chain, [watched], signal);
    const holds = reading?.shown ?? noUnits;
    const there = { paid, collections, holds };
    const waiting = unmatched.filter(({ closed }) => closed === null);
    const invoice = isCounted
      ? await counted(ports, known, lost, waiting)
      : await rebuilt(ports, known, lost, there, signal);
    const isMore = holds > invoice.held ? holds - invoice.held : 0n;
    const paysFor = quotaOf({ ...invoice, credited: asUnits(invoice.credited + isMore) });
    if (invoice.issued > paysFor)
      throw refused(
        `${invoice.issued} passes were claimed, and ${paysFor} are paid for by what came`,
      );
    return { known, invoice, unmatched: waiting, holds, paysFor };
  };
}
/** Other bundles mean another payer's invoice, or a typing mistake. */
function assertAlike(known: Invoice, { bundle, bundles }: LostInvoice): void {
  if (known.bundle === bundle && known.bundles === bundles) return;
  throw refused(`the store has it as ${known.bundles} x ${known.bundle}`);
}

/** Adds what was collected from it and never counted. */
async function counted(
  ports: CallPorts,
  known: Invoice,
  lost: LostInvoice,
  unmatched: readonly UnmatchedTransaction[],
): Promise<Invoice> {
  if (unmatched.length === 0)
    throw refused('the store has this invoice, and nothing of it waits on the desk');
  const collections = unmatched.filter(({ kind }) => kind === 'collection');
  const change = await countedOf(ports, known, collections);
  if (change === null)
    throw refused('it is being collected from, or has no price now; try again later');
  return { ...known, ...change, issued: Math.max(known.issued, lost.issued) };
}

interface Paid {
  readonly paid: ReturnType<CallPorts['payments']['addressOf']> & { readonly token: TokenRef };
  readonly collections: readonly UnmatchedTransaction[];
  readonly holds: Units;
}

/** Rebuilt from what is or was at its address. */
async function rebuilt(
  { inventory, clock, sureTime }: CallPorts,
  known: Invoice | null,
  lost: LostInvoice,
  { paid: { token, ...paid }, collections, holds }: Paid,
  signal: AbortSignal,
): Promise<Invoice> {
  const { id, asset, bundle, bundles, issued } = lost;
  const collected = asUnits(unitsOf(collections));
  if (holds + collected === 0n)
    throw refused(
      `nothing of ${asset} is at its address ${paid.address}, and no transaction of ours is known that collected from there; look whether the asset is right, and whether all that our accounts sent has been read back ("interline account list")`,
    );
  const amount = lost.amount ?? dollarPrice(lost, token.asset === 'USD');
  const createdAtMs = clock.now();
  const expiresAtMs = createdAtMs + openForMs;
  const came = { createdAtMs, expiresAtMs, pending: noUnits, received: collected };
  return {
    id,
    version: known?.version ?? 1,
    bundle,
    bundles,
    asset,
    token: token.address,
    chain: paid.chain,
    address: paid.address,
    collector: paid.collector,
    recipient: paid.recipient,
    routeId: null,
    authorizationId: null,
    authorizedBy: null,
    amount,
    confirmations: await inventory.confirmations(token, amount, signal),
    ...came,
    credited: collected,
    held: noUnits,
    block: collections.reduce<number | null>((last, { block }) => maxOf(last, block), null),
    blockAtMs: createdAtMs,
    collection: null,
    issued,
    exhaustedAtMs: null,
    nextLookMs: nextLookOf(came, await sureTime()),
    nextCollectMs: null,
    collectTries: 0,
    txs: [],
  };
}

/** What came in its own asset counts automatically, and an invoice has one asset. */
async function assertUnpaid(
  { payments }: CallPorts,
  { chain, address, token, asset, ...known }: Invoice,
  signal: AbortSignal,
): Promise<void> {
  const { routeId, authorizationId, received, pending } = known;
  const isOpen = routeId === null && authorizationId === null && received + pending === 0n;
  const [reading] = isOpen
    ? await payments.seenAt(chain, [{ address, token, depth: 1 }], signal)
    : [];
  if (reading?.shown === 0n) return;
  throw refused(
    `the store has it, and it is paid in ${asset}: what came in another asset beside that cannot be counted`,
  );
}

/** The audit must not contain the id, which is secret. */
export function addressWords(ports: Pick<InvoicePorts, 'payments' | 'tokens'>) {
  return ({ id, asset }: Pick<LostInvoice, 'id' | 'asset'>): string => {
    const token = tokenOfAsset(ports.tokens, asset);
    if (token === null || !ports.payments.chains.includes(token.chain))
      return `invoice in ${asset}`;
    const { chain, address } = ports.payments.addressOf(token.chain, id);
    return `invoice at ${address} on ${chainToWire(chain)}`;
  };
}

function isOf(
  { kind, chain, moved: [first] }: UnmatchedTransaction,
  { token, address }: Paid['paid'],
): boolean {
  if (chain !== token.chain || first?.token !== token.address) return false;
  if (kind === 'collection') return first.from === address;
  return kind === 'authorization' && first.to === address;
}

function dollarPrice({ asset, bundle, bundles }: LostInvoice, isDollar: boolean): Units {
  if (!isDollar)
    throw new RelayError(
      'BAD_REQUEST',
      { field: 'amount' },
      `what ${asset} cost then is not known: give the amount of the invoice in smallest units, as its payer has it`,
    );
  // USDC has six decimals on every chain that accepts invoices.
  return asUnits(products[bundle].priceMicroUsd * BigInt(bundles));
}

function maxOf(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}

function refused(reason: string): RelayError {
  return new RelayError('WRONG_STATE', { field: 'id' }, `the invoice is not adopted: ${reason}`);
}
