import {
  type AgentAnswer,
  type AgentDoBody,
  type Client,
  type GaslessInfo,
  type JsonRecord,
  signPermit,
} from '@interline/client';
import type { Wallet } from 'ethers';
import { UsageError } from '../exit-codes.ts';
import { besideNames } from '../show/beside-tokens.ts';
import type { ServiceClient } from './service-client.ts';

export interface SendRequest extends Omit<AgentDoBody, 'fromAddress' | 'intent'> {
  readonly fromChain: number | string;
  readonly amount: string;
}

export interface Sent {
  readonly quote: AgentAnswer['quote'];
  readonly receipt: JsonRecord;
  /** How many signatures the payer gave: one, or two for a payer who never approved Permit2. */
  readonly signatures: number;
}

export interface SignedOrder {
  readonly quote: AgentAnswer['quote'];
  /** Ready for POST /api/route/execute. */
  readonly body: JsonRecord;
  readonly signatures: number;
}

/**
 * Asks for a sign request and signs it off-chain. The wallet needs no gas and sends nothing itself.
 * For a devnet, whose contracts are new at every start: what it calls by a symbol is taken as such.
 */
export async function signOrder(
  client: ServiceClient,
  wallet: Wallet,
  request: SendRequest,
): Promise<SignedOrder> {
  // CAST: the service's word; what is signed of it is checked first.
  const asked = (await client.post('/api/agent/do', {
    ...request,
    fromAddress: wallet.address,
  })) as AgentAnswer;
  const { fromToken = request.token } = request;
  const isContract = fromToken?.startsWith('0x') === true;
  const body = await signPermit(wallet, asked, {
    ...request,
    fromToken: isContract ? fromToken : asked.execute.fromToken,
  });
  return {
    quote: asked.quote,
    signatures: body.permit2.allowance === undefined ? 1 : 2,
    body: { ...body, live: true },
  };
}

/** Signs and executes. */
export async function signAndSend(
  client: ServiceClient,
  wallet: Wallet,
  request: SendRequest,
): Promise<Sent> {
  const { quote, body, signatures } = await signOrder(client, wallet, request);
  return { quote, signatures, receipt: await client.post('/api/route/execute', body) };
}

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
    throw new UsageError(
      `the service accepts nothing on chain "${chainId}"; wanted a chain id, one of ${[...new Set(acceptedTokens.map((one) => one.chainId))].join(', ')}, or a name: ${besideNames().join(', ')}`,
    );
  const found = here.find(({ symbol, address }) =>
    [symbol, address].some((name) => name.toLowerCase() === token.toLowerCase()),
  );
  if (found === undefined)
    throw new UsageError(
      `"${token}" is not accepted on chain ${chainId}; accepted there: ${here.map(({ symbol }) => symbol).join(', ')}`,
    );
  return found;
}
