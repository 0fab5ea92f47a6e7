import type { Client, GaslessInfo } from '@interline/client';

export type TokenFacts = GaslessInfo['acceptedTokens'][number];

/** The service's own word on a token, by symbol or address. Throws with the symbols it knows there. */
export async function tokenFacts(client: Client, chainId: string, token: string): Promise<TokenFacts> {
  const { acceptedTokens } = await client.call('GET /api/gasless/info', {});
  const here = acceptedTokens.filter((one) => String(one.chainId) === chainId);
  const found = here.find(({ symbol, address }) => [symbol, address].some((name) => name.toLowerCase() === token.toLowerCase()));
  if (found === undefined) throw new Error(`"${token}" is not accepted on chain ${chainId}; accepted there: ${here.map(({ symbol }) => symbol).join(', ') || 'nothing'}`);
  return found;
}
