import { chainToWire, type JsonObject, RelayError, type TokenRef } from '@interline/kernel';
import type { Route, TransferReads } from '../../transfer/index.ts';

/** The route of an order. Throws `UNKNOWN_ROUTE`. */
export async function readOrdered(
  reads: { readonly transfers: Pick<TransferReads, 'route'> },
  id: string,
): Promise<Route> {
  const route = await reads.transfers.route(id);
  if (route === null) throw new RelayError('UNKNOWN_ROUTE', {}, 'no route has this id');
  return route;
}

/** A route as shown in the audit. */
export function shownRoute({ status, stage }: Pick<Route, 'status' | 'stage'>): JsonObject {
  return { status, stage };
}

/** The token of an order's amounts, so that the command line can print them in tokens. */
export function amountsOf({ chain, symbol }: TokenRef): JsonObject {
  return { chain: chainToWire(chain), token: symbol };
}
