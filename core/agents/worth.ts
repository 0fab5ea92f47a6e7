import { costMicroUsd, RelayError } from '@interline/kernel';
import type { PricePort } from '@interline/ports';
import type { TokenRef } from '@interline/kernel';

const microUsdPerCent = 10_000n;

/**
 * What an amount is worth now in cents, rounded up, so that its parts never sum to less than the whole.
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
  const microUsd = costMicroUsd(amount, token.decimals, now);
  return (microUsd + microUsdPerCent - 1n) / microUsdPerCent;
}
