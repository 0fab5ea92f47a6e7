import { isRecord, textField } from './read-field.ts';
import type { JsonRecord, ServiceClient } from './service-client.ts';

export interface TokenFacts {
  readonly symbol: string;
  readonly address: string;
  readonly decimals: number;
}

/** The service's own word on a token, by symbol or address. Throws with the symbols it knows there. */
export async function tokenFacts(client: ServiceClient, chainId: string, token: string): Promise<TokenFacts> {
  const terms = await client.get('/api/gasless/info');
  const accepted = Array.isArray(terms['acceptedTokens']) ? terms['acceptedTokens'].filter(isRecord) : [];
  const here = accepted.filter((one) => String(one['chainId']) === chainId);
  const found = here.find((one) => [one['symbol'], one['address']].some((name) => typeof name === 'string' && name.toLowerCase() === token.toLowerCase()));
  if (found === undefined) throw new Error(`"${token}" is not accepted on chain ${chainId}; accepted there: ${here.map((one: JsonRecord) => textField(one, 'symbol')).join(', ') || 'nothing'}`);
  return { symbol: textField(found, 'symbol'), address: textField(found, 'address'), decimals: Number(textField(found, 'decimals')) };
}
