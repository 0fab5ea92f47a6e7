import type { Client, GaslessInfo } from '@interline/client';

export type TokenFacts = GaslessInfo['acceptedTokens'][number];

/**
 * The service's own word on a token, by symbol or address. Throws with the chains, or with the
 * symbols, that it knows.
 */
export async function tokenFacts(
  client: Pick<Client, 'call'>,
  chainId: string,
  token: string,
): Promise<TokenFacts> {
  const { acceptedTokens } = await client.call('GET /api/gasless/info', {});
  const here = acceptedTokens.filter((one) => String(one.chainId) === chainId);
  if (here.length === 0)
    throw new Error(
      `the service accepts nothing on chain "${chainId}"; wanted a chain id, one of ${[...new Set(acceptedTokens.map((one) => one.chainId))].join(', ')}`,
    );
  const found = here.find(({ symbol, address }) =>
    [symbol, address].some((name) => name.toLowerCase() === token.toLowerCase()),
  );
  if (found === undefined)
    throw new Error(
      `"${token}" is not accepted on chain ${chainId}; accepted there: ${here.map(({ symbol }) => symbol).join(', ')}`,
    );
  return found;
}
