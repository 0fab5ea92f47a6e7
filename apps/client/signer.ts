import type { AgentAnswer } from './generated/shapes/agent-answer.ts';
import { typesOf } from './signed-types.ts';

export type TypedData = NonNullable<AgentAnswer['signRequest']>['eip712'];

/** Without a contract where none checks the signature. */
export type Domain = Omit<TypedData['domain'], 'verifyingContract'> &
  Partial<Pick<TypedData['domain'], 'verifyingContract'>>;

/** A wallet in a browser or any other EIP-1193 provider. */
export interface Eip1193Provider {
  request(call: {
    readonly method: string;
    readonly params?: readonly unknown[];
  }): Promise<unknown>;
}

/** What a signer of ethers can do. */
export interface EthersSigner {
  getAddress(): Promise<string>;
  signTypedData(
    domain: Domain,
    types: Record<string, { name: string; type: string }[]>,
    message: Record<string, unknown>,
  ): Promise<string>;
}

export type Signer = Eip1193Provider | EthersSigner;

/** The account that signs: the signer's own, or the first that a provider shows us. */
export async function accountOf(signer: Signer): Promise<string> {
  if ('getAddress' in signer) return signer.getAddress();
  const accounts = await signer.request({ method: 'eth_requestAccounts' });
  // CAST: only from any[].
  const [account] = Array.isArray(accounts) ? (accounts as unknown[]) : [];
  if (typeof account !== 'string') throw new TypeError('the wallet shows no account');
  return account;
}

/** Signs the struct that is called so, with the types that its contract has. */
export async function signTyped(
  signer: Signer,
  account: string,
  {
    domain,
    primaryType,
    message,
  }: Pick<TypedData, 'primaryType' | 'message'> & {
    readonly domain: Domain;
  },
): Promise<string> {
  const types = typesOf(primaryType);
  // ethers makes the domain's type of the domain itself.
  if ('signTypedData' in signer) return signer.signTypedData(domain, types, { ...message });
  const domainType = domainMembers.filter(({ name }) => name in domain);
  const typedData = { domain, types: { EIP712Domain: domainType, ...types }, primaryType, message };
  const signature = await signer.request({
    method: 'eth_signTypedData_v4',
    params: [account, JSON.stringify(typedData)],
  });
  if (typeof signature !== 'string') throw new TypeError('the wallet answered without a signature');
  return signature;
}

/**
 * Providers want the domain's own type said, in this order. Made here: the domain that is signed is
 * the one checked.
 */
const domainMembers = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
] as const;
