import { usdcOn } from '@interline/client';
import { UsageError } from '../exit-codes.ts';
import type { TokenFacts } from './sign-and-send.ts';

/** A service on this machine is a devnet's, whose contracts are new at every start, or the payer's own. */
export function isOnThisMachine(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(localhost|\[::1\]|127(\.\d+){3})$/.test(hostname);
}

/** What a payer says of the token itself, and a service is not asked for. */
export interface NamedToken {
  readonly token?: string;
  readonly decimals?: number;
}

/**
 * The contract that a payer means, which a service must not choose: USDC where it is known here, and
 * any that the payer names together with its decimals, for by those an amount becomes what is signed.
 * Throws where the service's word is all there is.
 */
export function knownContract(
  url: string,
  named: NamedToken,
  facts: Omit<TokenFacts, 'eip2612'>,
): string {
  const { chainId, symbol, address, decimals } = facts;
  if (isOnThisMachine(url)) return address;
  const dollars = usdcOn(chainId);
  const isNamed = named.token?.toLowerCase() === address.toLowerCase();
  const isDollars = dollars?.toLowerCase() === address.toLowerCase();
  if (isDollars && decimals === 6 && (isNamed || symbol === 'USDC')) return address;
  if (isNamed && !isDollars && named.decimals === decimals) return address;
  throw new UsageError(
    `${symbol} of chain ${chainId} is not known here, and the service is not taken at its word for it; ` +
      'name its contract with --token and its decimals with --decimals, as the token itself has them',
  );
}
