import { usdcOn } from '@interline/client';
import { UsageError } from '../exit-codes.ts';
import type { TokenFacts } from './sign-and-send.ts';

/** A service on this machine is a devnet's, whose contracts are new at every start, or the payer's own. */
export function isOnThisMachine(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(localhost|\[::1\]|127(\.\d+){3})$/.test(hostname);
}

/**
 * The contract that a payer means, which a service must not choose: USDC where it is known here, and
 * any that the payer names. Throws where the service's word for it is all there is.
 */
export function knownContract(url: string, named: string | undefined, facts: TokenFacts): string {
  const { chainId, symbol, address, decimals } = facts;
  if (isOnThisMachine(url)) return address;
  const dollars = usdcOn(chainId);
  const isNamed = named?.toLowerCase() === address.toLowerCase();
  const isDollars = dollars?.toLowerCase() === address.toLowerCase();
  if (isDollars && decimals === 6 && (isNamed || symbol === 'USDC')) return address;
  if (isNamed && !isDollars) return address;
  throw new UsageError(
    `the service says that ${symbol} of chain ${chainId} is ${address}, with ${decimals} decimals, and that is not known here; ` +
      `where it is what you mean, say so with --token ${address}`,
  );
}
