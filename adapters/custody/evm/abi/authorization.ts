import {
  asHex,
  evmAddress,
  type EvmAddress,
  type Hex,
  type TypedData,
  type Units,
} from '@interline/kernel';
import { keccak256, Signature } from 'ethers/crypto';
import { transferCall } from './eip3009-calls.ts';

/** EIP-3009, valid at once: any sender can move that amount of the token, once, until the end. */
export interface Authorization {
  readonly from: EvmAddress;
  readonly to: EvmAddress;
  readonly value: Units;
  /** Unix seconds. */
  readonly validBefore: bigint;
  readonly nonce: Hex;
}

/** The nonce of one payment, so that a signature for it pays no other. */
export function authorizationNonce(id: string): Hex {
  return asHex(keccak256(new TextEncoder().encode(`svc-plus-invoice${id}`)));
}

export function authorizationTypedData(
  chainId: number,
  token: { readonly address: string; readonly name: string; readonly version: string },
  { from, to, value, validBefore, nonce }: Authorization,
): TypedData {
  return {
    domain: { name: token.name, version: token.version, chainId, verifyingContract: token.address },
    types: {
      TransferWithAuthorization: [
        { name: 'from', type: 'address' },
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'validAfter', type: 'uint256' },
        { name: 'validBefore', type: 'uint256' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'TransferWithAuthorization',
    message: {
      from,
      to,
      value: value.toString(),
      validAfter: '0',
      validBefore: validBefore.toString(),
      nonce,
    },
  };
}

/** `transferWithAuthorization` with a 65-byte ECDSA signature. */
export function authorizationCall(
  { from, to, value: units, validBefore, nonce }: Authorization,
  signature: Hex,
): Hex {
  const terms = { from, to, units, validAfter: 0n, validBefore, nonce };
  return transferCall(terms, asHex(Signature.from(signature).serialized));
}

/** The account whose money the call moves; null for other calldata. */
export function authorizingAccount(data: Hex): Hex | null {
  const [, from] = authorizationShape.exec(data) ?? [];
  return from === undefined ? null : `0x${from}`;
}

/** The transfer that the call makes; null for other calldata. */
export function readAuthorization(
  data: Hex,
): (Pick<Authorization, 'from' | 'to'> & { readonly units: bigint }) | null {
  const [, from, to, value] = authorizationShape.exec(data) ?? walletShape.exec(data) ?? [];
  if (from === undefined || to === undefined || value === undefined) return null;
  return {
    from: evmAddress(`0x${from}`),
    to: evmAddress(`0x${to}`),
    units: BigInt(`0x${value}`),
  };
}

const authorizationShape =
  /^0xe3ee160e0{24}([0-9a-fA-F]{40})0{24}([0-9a-fA-F]{40})([0-9a-fA-F]{64})[0-9a-fA-F]{384}$/;
/** The call with a signature of any length, as wallets with code sign. */
const walletShape =
  /^0xcf0929950{24}([0-9a-fA-F]{40})0{24}([0-9a-fA-F]{40})([0-9a-fA-F]{64})[0-9a-fA-F]{320,}$/;
