import {
  type EvmAddress,
  type Hex,
  type Refusal,
  refuse,
  type SignedPermit,
} from '@interline/kernel';
import { readSignature } from '../signing/read-signature.ts';
import { recoverAddress } from '../signing/recover-address.ts';
import { domainlessDigest, mistakenSpenders, permitDigest } from './permit-digest.ts';

export interface SignatureQuestion {
  readonly chainId: number;
  readonly permit: SignedPermit;
  readonly digest: Hex;
  readonly spender: EvmAddress;
  readonly floatAccount: EvmAddress;
}

/** Of an owner without code, exactly as Permit2 will judge it; null when it is genuine. */
export function ownerSignatureRefusal(question: SignatureQuestion): Refusal | null {
  const { chainId, permit, digest, spender, floatAccount } = question;
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

  const isForAnother = mistakenSpenders(permit, floatAccount).some((other) =>
    isBy(permitDigest(chainId, permit, other)),
  );
  return isForAnother
    ? refuse('PERMIT_SPENDER', 'the permit is signed for another spender than the relayer')
    : refuse(
        'PERMIT_INVALID',
        `the permit is not signed by ${permit.owner}, or not with these values and domain`,
      );
}

const domainless =
  'the wallet signed an empty domain: its typed data had no EIP712Domain among the types';
