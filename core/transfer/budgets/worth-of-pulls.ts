import { type ChainRef, isNative, valueMicroUsd } from '@interline/kernel';
import type { PendingPull } from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';

type WorthOf = (pull: Pick<PendingPull, 'token' | 'units'>) => bigint | null;

/**
 * Current value of pulls on the chain in millionths of a dollar, rounded down; null for a token
 * that is unlisted or has no price now.
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
