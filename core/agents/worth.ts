import { costCents, RelayError, type TokenRef } from '@interline/kernel';
import type { PricePort } from '@interline/ports';

/**
 * What an amount is worth now in cents, rounded up.
 * Throws `NO_ROUTE` where the token has no price, because the policy cannot be checked then.
 */
export async function worthInCents(
  price: PricePort,
  token: TokenRef,
  amount: bigint,
  signal: AbortSignal,
): Promise<bigint> {
  const now = await price.priceOf(token, signal);
  if (now === null)
    throw new RelayError(
      'NO_ROUTE',
      {},
      `${token.symbol} has no price now, so the agent's policy cannot be checked; try again shortly`,
    );
  return costCents(amount, token.decimals, now);
}
