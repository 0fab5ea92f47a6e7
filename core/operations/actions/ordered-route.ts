import { chainToWire, type JsonObject, RelayError, type TokenRef } from '@interline/kernel';
import type { Route, TransferReads } from '../../transfer/index.ts';

/** The route that an order is about. Throws `UNKNOWN_ROUTE`. */
export async function readOrdered(
  reads: { readonly transfers: Pick<TransferReads, 'route'> },
  id: string,
): Promise<Route> {
  const route = await reads.transfers.route(id);
  if (route === null) throw new RelayError('UNKNOWN_ROUTE', {}, 'no route has this id');
  return route;
}

/** A route as the audit shows it. */
export function shownRoute({ status, stage }: Pick<Route, 'status' | 'stage'>): JsonObject {
  return { status, stage };
}

/** Of which token the amounts of an order are, for the command line to write them in tokens. */
export function amountsOf({ chain, symbol }: TokenRef): JsonObject {
  return { chain: chainToWire(chain), token: symbol };
}
