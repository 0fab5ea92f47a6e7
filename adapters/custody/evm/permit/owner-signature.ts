import {
  type Address,
  type Hex,
  permit2Address,
  type Refusal,
  refuse,
  type SignedPermit,
} from '@interline/kernel';
import { erc1271Selector, isValidSignatureCall } from '../abi/erc1271-call.ts';
import { isWholeBytes } from '../abi/words.ts';
import type { EvmChain } from '../evm-chain.ts';
import { type CallAnswer, codeOf, ethCall } from '../rpc/state-calls.ts';
import type { RpcCall } from '../rpc/json-rpc.ts';
import { readSignature, recoverAddress } from '../signing/signatures.ts';
import { domainlessDigest, mistakenSpenders, permitDigest } from './permit-digest.ts';

interface SignatureQuestion {
  readonly chainId: number;
  readonly permit: SignedPermit;
  readonly digest: Hex;
  readonly spender: Address;
  readonly floatAccount: Address;
  readonly mistakes: Mistakes;
}

/** What an honest payer may have signed by mistake; checked only if the signature is invalid. */
export interface Mistakes {
  /** Relayers of former keys, which sign requests from before a rotation name. */
  readonly formerSpenders: readonly Address[];
  /** The chains that the service serves. */
  readonly chainIds: readonly number[];
}

/**
 * Verifies the signature of an owner without code exactly as Permit2 will; null when it is valid.
 */
export function ownerSignatureRefusal(question: SignatureQuestion): Refusal | null {
  const { chainId, permit, digest, spender, floatAccount, mistakes } = question;
  const signature = readSignature(permit.signature);
  if (signature === null)
    return refuse(
      'PERMIT_INVALID',
      'the signature must be 65 bytes that end in 27 or 28, or the 64 bytes of EIP-2098',
    );

  const isBy = (signed: Hex): boolean =>
    recoverAddress(Buffer.from(signed.slice(2), 'hex'), signature) === permit.owner;
  if (isBy(digest)) return null;
  if (isBy(domainlessDigest(permit, spender))) return refuse('PERMIT_INVALID', domainless);

  const isFor = (other: Address): boolean => isBy(permitDigest(chainId, permit, other));
  const former = mistakes.formerSpenders.find(isFor);
  if (former !== undefined)
    return refuse(
      'PERMIT_SPENDER',
      `the permit is signed for ${former}, whose keys the service has replaced by those of ${spender}: ask for a new sign request and sign that`,
    );
  const elsewhere = mistakes.chainIds.find(
    (other) => other !== chainId && isBy(permitDigest(other, permit, spender)),
  );
  if (elsewhere !== undefined)
    return refuse(
      'PERMIT_INVALID',
      `the permit is signed for chain ${elsewhere} (domain.chainId), and the transfer is from chain ${chainId}`,
    );
  const isForAnother = mistakenSpenders(permit, floatAccount).some(isFor);
  return isForAnother
    ? refuse('PERMIT_SPENDER', 'the permit is signed for another spender than the relayer')
    : refuse(
        'PERMIT_INVALID',
        `the permit is not signed by ${permit.owner}, or not with these values and domain, such as the spender ${spender} and chain ${chainId}`,
      );
}

const domainless =
  'the wallet signed an empty domain: its typed data had no EIP712Domain among the types';

/**
 * Makes no request if the owner's own key signed. Otherwise asks the owner's code, if it has any.
 */
export async function isSignedByOwner(
  chain: Pick<EvmChain, 'chainId' | 'client' | 'costs'>,
  permit: SignedPermit,
  spender: Address,
  signal: AbortSignal,
): Promise<boolean> {
  if (!isSignatureShape(permit.signature)) return false;
  const digest = permitDigest(chain.chainId, permit, spender);
  const signature = readSignature(permit.signature);
  if (
    signature !== null &&
    recoverAddress(Buffer.from(digest.slice(2), 'hex'), signature) === permit.owner
  )
    return true;

  const [code, said] = await chain.client.read(
    (node) => node.ask([codeOf(permit.owner), erc1271Question(chain, permit, digest)]),
    signal,
  );
  return code !== '0x' && isErc1271Yes(said);
}

/**
 * Calls the owner's code with Permit2 as the caller, because wallets may check the caller. Data
 * that does not fit into a transaction could not be pulled either; the same bound limits the
 * response.
 */
export function erc1271Question(
  { costs }: Pick<EvmChain, 'costs'>,
  { owner: to, signature }: SignedPermit,
  digest: Hex,
): RpcCall<CallAnswer> {
  const data = isValidSignatureCall(digest, signature);
  return ethCall({ from: permit2Address, to, data, gas: `0x${costs.mostGas.toString(16)}` });
}

/** Permit2 reads a `bytes4`, so the rest of the word must be zero. */
export function isErc1271Yes(answer: CallAnswer): boolean {
  return answer.ok && answer.data.slice(0, 66).toLowerCase() === erc1271Selector.padEnd(66, '0');
}

/** Wallets with many owners stay far below this. We pay for each byte of calldata. */
const mostBytes = 4_096;

export function isSignatureShape(signature: string): boolean {
  return signature.length <= 2 + mostBytes * 2 && isWholeBytes(signature);
}
