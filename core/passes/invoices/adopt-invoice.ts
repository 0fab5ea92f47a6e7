import { asUnits, chainToWire, noUnits, RelayError, type Units } from '@interline/kernel';
import type { UnmatchedTransaction } from '../../transactions/index.ts';
import { type Invoice, nextLookOf, openForMs, quotaOf } from './invoice.ts';
import type { InvoicePorts } from './invoice-ports.ts';
import { type BundleName, type DirectAsset, products, tokenOfAsset } from './products.ts';

/** An invoice that the store has lost, as its payer and the operator know it. */
export interface LostInvoice {
  readonly id: string;
  /** What was paid at its address. */
  readonly asset: DirectAsset;
  readonly bundle: BundleName;
  readonly bundles: number;
  /** Passes that were claimed before the store was lost. */
  readonly issued: number;
  /** Its price in smallest units; null for dollars, which have one price. */
  readonly amount: Units | null;
}

export interface Adoption {
  /** As it is to be inserted: what its address holds is counted afterwards, as any payment is. */
  readonly invoice: Invoice;
  /** Transactions of ours that collected from its address, or paid to it, and that the store could not place. */
  readonly unmatched: readonly UnmatchedTransaction[];
  /** What its address holds in the newest block. */
  readonly holds: Units;
  /** How many passes all of it pays for. */
  readonly paysFor: number;
}

/**
 * Rebuilds an invoice from its id, of which its address derives, and from what is or was there; moves
 * nothing. Throws `WRONG_STATE` where the store has it, where nothing is there or was collected from
 * there, or where more was claimed than it pays for, `BAD_REQUEST`, `CHAIN_UNREACHABLE`, `STORE_DOWN`.
 */
export type PlanAdoption = (lost: LostInvoice, signal: AbortSignal) => Promise<Adoption>;

export function planAdoption(ports: InvoicePorts): PlanAdoption {
  const { store, payments, tokens, inventory } = ports;
  return async (lost, signal) => {
    const { id, asset, bundle, bundles, issued } = lost;
    if ((await store.reads.invoices.invoice(id)) !== null)
      throw refused('the store has this invoice');
    const token = tokenOfAsset(tokens, asset);
    if (token === null || !payments.chains.includes(token.chain))
      throw new RelayError(
        'BAD_REQUEST',
        { field: 'asset' },
        `${asset} cannot be paid in on this deployment`,
      );
    const amount = lost.amount ?? dollarPrice(lost, token.asset === 'USD');
    const { chain, address, collector, recipient } = payments.addressOf(token.chain, id);
    const unmatched = (await store.reads.transactions.unmatchedTransactions()).filter(
      (one) => one.chain === chain && isOf(one, token.address, address),
    );
    const collections = unmatched.filter(({ kind }) => kind === 'collection');
    const collected = asUnits(
      collections.reduce((sum, { moved }) => sum + (moved[0]?.units ?? 0n), 0n),
    );
    const watched = { address, token: token.address, depth: 1 };
    const [reading] = await payments.seenAt(chain, [watched], signal);
    const holds = reading?.shown ?? noUnits;
    if (holds + collected === 0n)
      throw refused(
        `nothing of ${asset} is at its address ${address}, and no transaction of ours is known that collected from there; look whether the asset is right, and whether all that our accounts sent has been read back ("interline account list")`,
      );
    const createdAtMs = ports.clock.now();
    const expiresAtMs = createdAtMs + openForMs;
    const came = { createdAtMs, expiresAtMs, pending: noUnits, received: collected };
    const invoice: Invoice = {
      ...{ id, version: 1, bundle, bundles, asset, chain, token: token.address },
      ...{ address, collector, recipient, routeId: null, authorizationId: null, amount },
      authorizedBy: null,
      confirmations: await inventory.confirmations(token, amount, signal),
      ...came,
      credited: collected,
      held: noUnits,
      block: collections.reduce<number | null>((last, { block }) => maxOf(last, block), null),
      blockAtMs: createdAtMs,
      collection: null,
      issued,
      exhaustedAtMs: null,
      nextLookMs: nextLookOf(came, createdAtMs),
      nextCollectMs: null,
      collectTries: 0,
      txs: [],
    };
    const paysFor = quotaOf({ ...invoice, credited: asUnits(collected + holds) });
    if (issued > paysFor)
      throw refused(`${issued} passes were claimed, and ${paysFor} are paid for by what came`);
    return { invoice, unmatched, holds, paysFor };
  };
}

/** The id stays secret: it is not what the audit says. */
export function addressWords(ports: Pick<InvoicePorts, 'payments' | 'tokens'>) {
  return ({ id, asset }: Pick<LostInvoice, 'id' | 'asset'>): string => {
    const token = tokenOfAsset(ports.tokens, asset);
    if (token === null || !ports.payments.chains.includes(token.chain))
      return `invoice in ${asset}`;
    const { chain, address } = ports.payments.addressOf(token.chain, id);
    return `invoice at ${address} on ${chainToWire(chain)}`;
  };
}

function isOf({ kind, moved }: UnmatchedTransaction, token: string, address: string): boolean {
  const [first] = moved;
  if (first?.token !== token) return false;
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
  // USDC has six decimals on every chain that invoices are paid on.
  return asUnits(products[bundle].priceMicroUsd * BigInt(bundles));
}

function maxOf(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}

function refused(reason: string): RelayError {
  return new RelayError('WRONG_STATE', { field: 'id' }, `the invoice is not adopted: ${reason}`);
}
