import type { RouteReceipt } from '@interline/client';
import { formatUnits } from '../../format/amount.ts';
import { ownRoutes } from '../../state/own-routes.ts';
import type { Wanted } from './wanted.ts';

/** What execute answered with goes into this browser's own list, its claim to a refund with it. */
export function keepRoute(
  receipt: Pick<RouteReceipt, 'id'> & { readonly refundClaim?: string },
  { from, to, fromToken, amount }: Wanted,
): void {
  ownRoutes().keep({
    id: receipt.id,
    atMs: Date.now(),
    fromChain: String(from.chain),
    toChain: String(to.chain),
    amount: formatUnits(amount, fromToken.decimals),
    symbol: fromToken.symbol,
    ...(receipt.refundClaim === undefined ? {} : { refundClaim: receipt.refundClaim }),
  });
}
