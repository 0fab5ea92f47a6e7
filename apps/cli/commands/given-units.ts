import type { Client } from '@interline/client';
import { UsageError } from '../exit-codes.ts';
import { besideCoin, besideToken } from '../show/beside-tokens.ts';
import { toUnits } from '../show/terminal.ts';

/** How a command line names an amount: in smallest units, or in whole tokens by --amount. */
export interface GivenAmount {
  readonly units: string | undefined;
  readonly amount: unknown;
  readonly chain: string;
  readonly token: string;
}

/** The option beside an order's units. */
export const amountOption = [
  '--amount <tokens>',
  'in whole tokens, e.g. 12.5, instead of smallest units',
] as const;

/** Of every EVM chain. */
const coinDecimals = 18;

/**
 * Smallest units, as the service takes them; undefined where no amount is given. Throws where both
 * are, where the service does not list the token, and on more decimals than it has.
 */
export async function givenUnits(
  client: Pick<Client, 'call'>,
  { units, amount, chain, token }: GivenAmount,
): Promise<string | undefined> {
  if (typeof amount !== 'string') return units;
  if (units !== undefined)
    throw new UsageError(`give either ${units} smallest units or --amount ${amount}, not both`);
  return toUnits(amount, await decimalsOf(client, chain, token));
}

/** The same where an order cannot go without. */
export async function requiredUnits(
  client: Pick<Client, 'call'>,
  given: GivenAmount,
): Promise<string> {
  const units = await givenUnits(client, given);
  if (units !== undefined) return units;
  throw new UsageError('how much is missing: give smallest units, or add --amount <tokens>');
}

async function decimalsOf(
  client: Pick<Client, 'call'>,
  chain: string,
  token: string,
): Promise<number> {
  const beside = besideToken(chain, token);
  if (beside !== undefined) return beside.decimals;
  if (token === 'native' && besideCoin(chain) === undefined) return coinDecimals;
  const { acceptedTokens } = await client.call('GET /api/gasless/info', {});
  const listed = acceptedTokens.find(
    ({ chainId, address, symbol }) =>
      String(chainId) === chain &&
      [address, symbol].some((name) => name.toLowerCase() === token.toLowerCase()),
  );
  if (listed !== undefined) return listed.decimals;
  throw new UsageError(
    `the service does not list ${token} on ${chain}, so its decimals are not known; give smallest units`,
  );
}
