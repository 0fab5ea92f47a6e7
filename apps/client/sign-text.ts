import { accountOf, type Eip1193Provider } from './signer.ts';

/** A signer of ethers, as far as texts go. */
export interface EthersTextSigner {
  getAddress(): Promise<string>;
  signMessage(text: string): Promise<string>;
}

/** What signs texts: a browser's wallet, or a signer of ethers. */
export type TextSigner = Eip1193Provider | EthersTextSigner;

/** The address that signs, as its signer writes it. */
export function walletOf(signer: TextSigner): Promise<string> {
  return 'getAddress' in signer ? signer.getAddress() : accountOf(signer);
}

/** The wallet's signature of a text that a person reads (EIP-191). */
export async function signText(signer: TextSigner, wallet: string, text: string): Promise<string> {
  if ('signMessage' in signer) return signer.signMessage(text);
  const hex = `0x${[...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  const signature = await signer.request({ method: 'personal_sign', params: [hex, wallet] });
  if (typeof signature !== 'string') throw new TypeError('the wallet answered without a signature');
  return signature;
}
