import { type TokenRef, valueMicroUsd } from '@interline/kernel';
import type { TransferPorts } from '../ports.ts';

/** Value in whole dollars rounded down, or null where no price is to be had. */
export async function usdValueOf(
  ports: Pick<TransferPorts, 'price'>,
  token: TokenRef,
  units: bigint,
  signal: AbortSignal,
): Promise<number | null> {
  const price = await ports.price.priceOf(token, signal).catch(() => null);
  return price === null ? null : Number(valueMicroUsd(units, token.decimals, price) / 1_000_000n);
}
