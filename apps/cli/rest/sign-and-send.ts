import { type AgentAnswer, type AgentDoBody, type JsonRecord, signPermit } from '@interline/client';
import type { Wallet } from 'ethers';
import type { ServiceClient } from './service-client.ts';

export type SendRequest = Omit<AgentDoBody, 'fromAddress' | 'intent'>;

export interface Sent {
  readonly quote: JsonRecord;
  readonly receipt: JsonRecord;
  /** How many signatures the payer gave: one, or two for a payer who never approved Permit2. */
  readonly signatures: number;
}

export interface SignedOrder {
  readonly quote: JsonRecord;
  /** Ready for POST /api/route/execute. */
  readonly body: JsonRecord;
  readonly signatures: number;
}

/**
 * Asks for a sign request and signs it off-chain. The wallet needs no gas and sends nothing itself.
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
  const body = await signPermit(wallet, asked);
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
