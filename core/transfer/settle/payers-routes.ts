import type { Address, ChainRef } from '@interline/kernel';
import type { Clock } from '@interline/ports';
import type { Receipt } from '../receipt.ts';
import type { OwnFilter, OwnRoutePlace, TransferView } from '../repository.ts';
import { receiptOfStored } from './read-route.ts';

export interface PayersQuestion {
  readonly payer: Address;
  /** The chains for which the payer has proved ownership. */
  readonly chains: readonly ChainRef[];
  /** The last item of the previous page; null for the first page. */
  readonly after: OwnRoutePlace | null;
  readonly limit: number;
  readonly only?: OwnFilter;
}

/** The reads that list a payer's routes, for the fields that the caller needs. */
export interface PayersReads<Found> {
  routesOfPayer(search: PayersQuestion): Promise<readonly Found[]>;
}

interface Page<Item> {
  readonly items: readonly Item[];
  /** The position to ask for the next page with; null at the last. */
  readonly next: OwnRoutePlace | null;
}

/**
 * The receipts of routes whose permit the payer signed, newest first, from the store without a
 * re-check. No archived routes. The caller must have proved to be the payer.
 */
export type ReadPayersRoutes = (question: PayersQuestion) => Promise<Page<Receipt>>;

export function readPayersRoutes({
  store: { reads },
  clock,
}: {
  readonly store: { readonly reads: TransferView };
  readonly clock: Pick<Clock, 'now'>;
}): ReadPayersRoutes {
  return async (question) => {
    const { items, next } = await pageOfPayer(reads.transfers, question);
    const receipts = items.map((route) => receiptOfStored(reads, route, clock.now()));
    return { items: await Promise.all(receipts), next };
  };
}

/** The single implementation of listing a wallet's routes. */
export async function pageOfPayer<Found extends OwnRoutePlace>(
  reads: PayersReads<Found>,
  { limit, ...search }: PayersQuestion,
): Promise<Page<Found>> {
  const found = await reads.routesOfPayer({ ...search, limit: limit + 1 });
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1) : undefined;
  return {
    items,
    next: last === undefined ? null : { id: last.id, createdAtMs: last.createdAtMs },
  };
}
