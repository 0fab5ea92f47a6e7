import type { Wallet } from 'ethers';
import { isRecord, recordField, textField } from './read-field.ts';
import type { JsonRecord, ServiceClient } from './service-client.ts';

export interface SendRequest {
  readonly fromChain: string;
  readonly toChain: string;
  /** Symbol or address, on both sides; or only `fromToken`, for the destination's own coin. */
  readonly token?: string;
  readonly fromToken?: string;
  /** Smallest units. */
  readonly amount: string;
  readonly toAddress: string;
  readonly excludeRails?: readonly string[];
}

export interface Sent {
  readonly quote: JsonRecord;
  readonly receipt: JsonRecord;
  /** How many signatures the payer gave: one, or two for a payer who never approved Permit2. */
  readonly signatures: number;
}

export interface SignedIntent {
  readonly quote: JsonRecord;
  /** Ready for POST /api/route/execute. */
  readonly body: JsonRecord;
  readonly signatures: number;
}

/** Asks for a sign request and signs it off-chain. The wallet needs no gas and sends nothing itself. */
export async function signIntent(client: ServiceClient, wallet: Wallet, request: SendRequest): Promise<SignedIntent> {
  const asked = await client.post('/api/agent/do', { ...request, fromAddress: wallet.address });
  const signRequest = recordField(asked, 'signRequest');
  const permit = {
    owner: wallet.address,
    permitted: { token: textField(signRequest, 'tokenAddress'), amount: textField(signRequest, 'amount') },
    nonce: textField(signRequest, 'nonce'),
    deadline: textField(signRequest, 'deadline'),
    signature: await signTyped(wallet, recordField(signRequest, 'eip712')),
  };
  const allowance = isRecord(signRequest['allowance']) ? await signAllowance(wallet, signRequest['allowance']) : null;
  return {
    quote: recordField(asked, 'quote'), signatures: allowance === null ? 1 : 2,
    body: { ...recordField(asked, 'execute'), live: true, permit2: allowance === null ? permit : { ...permit, allowance } },
  };
}

/** Signs and executes. */
export async function signAndSend(client: ServiceClient, wallet: Wallet, request: SendRequest): Promise<Sent> {
  const { quote, body, signatures } = await signIntent(client, wallet, request);
  return { quote, signatures, receipt: await client.post('/api/route/execute', body) };
}

async function signAllowance(wallet: Wallet, allowance: JsonRecord) {
  const eip712 = recordField(allowance, 'eip712');
  return {
    kind: textField(allowance, 'kind'), value: textField(eip712, 'message', 'value'), deadline: textField(eip712, 'message', 'deadline'),
    signature: await signTyped(wallet, eip712),
  };
}

/** Signs the wire's typed data; ethers wants to be given no EIP712Domain type of its own. */
async function signTyped(wallet: Wallet, eip712: JsonRecord): Promise<string> {
  const { EIP712Domain: _own, ...types } = recordField(eip712, 'types');
  // CAST: ethers checks every type and value itself and throws on what does not fit.
  return wallet.signTypedData(recordField(eip712, 'domain'), types as Record<string, { name: string; type: string }[]>, recordField(eip712, 'message'));
}
