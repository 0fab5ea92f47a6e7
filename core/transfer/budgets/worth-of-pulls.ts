import { type ChainRef, isNative, valueMicroUsd } from '@interline/kernel';
import type { PendingPull } from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';

type WorthOf = (pull: Pick<PendingPull, 'token' | 'units'>) => bigint | null;

/**
 * What pulls on the chain are worth at the prices of this moment, in millionths of a dollar, rounded
 * down; null for a token that has no price now or is not listed.
 */
export async function worthOfPulls(
  { price, tokens }: Pick<TransferPorts, 'price' | 'tokens'>,
  chain: ChainRef,
  signal: AbortSignal,
): Promise<WorthOf> {
  const priced = new Map(
    await Promise.all(
      tokens
        .on(chain)
        .filter((one) => !isNative(one))
        .map(async (token) => {
          const now = await price.priceOf(token, signal).catch(() => null);
          return [token.address, { token, now }] as const;
        }),
    ),
  );
  return ({ token: address, units }) => {
    const { token, now = null } = priced.get(address) ?? {};
    return token === undefined || now === null ? null : valueMicroUsd(units, token.decimals, now);
  };
}
