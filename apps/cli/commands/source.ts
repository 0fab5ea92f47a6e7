import type { Client } from '@interline/client';
import { UsageError } from '../exit-codes.ts';
import { tokenFacts } from '../rest/sign-and-send.ts';
import { besideCoin, besideSymbols, besideToken } from '../show/beside-tokens.ts';

export interface SourceToken {
  readonly symbol: string;
  readonly decimals: number;
}

/** What is moved where nothing else is named. */
const dollars = 'USDC';

/** A chain whose payers sign nothing for a service: they pay to an address that it gives. */
export function takesDeposits(chain: string): boolean {
  return besideCoin(chain) !== undefined && !/^[0-9]+$/.test(chain);
}

/**
 * What is paid: the named token, else dollars where the chain has them, else its coin. Throws with
 * the chains or the tokens that are known.
 */
export async function sourceToken(
  client: Pick<Client, 'call'>,
  chain: string,
  token: string | undefined,
): Promise<SourceToken> {
  const coin = besideCoin(chain);
  if (coin === undefined) return tokenFacts(client, chain, token ?? dollars);
  const found = besideToken(chain, token ?? dollars) ?? (token === undefined ? coin : undefined);
  if (found !== undefined) return found;
  throw new UsageError(
    `"${token}" is not known on ${chain}; known there: ${besideSymbols(chain).join(', ')}`,
  );
}
