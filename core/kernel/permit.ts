import type { EvmAddress, Hex } from './address.ts';
import type { Amount, Units } from './amount.ts';
import type { ChainRef } from './chain.ts';

/** The canonical Permit2, at the same address on every chain. */
export const permit2Address = '0x000000000022d473030f116ddee9f6b43ac78ba3' as EvmAddress;

/**
 * `x402ExactPermit2Proxy`, the spender that x402 payers sign for with Permit2; at the same address
 * on every chain that has it.
 */
export const permit2ProxyAddress = '0x402085c248eea27d92e8b30b2c58ed07f9e20001' as EvmAddress;

/**
 * A payer's signature transfer: the spender may pull exactly `units` of `token`, once, until
 * `deadline`.
 */
export interface SignedPermit {
  readonly chain: ChainRef;
  readonly owner: EvmAddress;
  readonly token: EvmAddress;
  readonly units: Amount;
  /** A bit of Permit2's unordered bitmap. */
  readonly nonce: bigint;
  /** Unix seconds. */
  readonly deadline: bigint;
  /** Passed on unchanged. One signature has several encodings, so it never identifies anything. */
  readonly signature: Hex;
  /**
   * Set if it is pulled from a standing allowance. Then `signature` is that allowance's, `deadline`
   * is its end, and `nonce` identifies the payment and is unknown to the chain.
   */
  readonly ceiling?: PermitCeiling;
  /** Set by the service at acceptance: the owner had code, which ran in the pull's simulation. */
  readonly ownerHasCode?: true;
}

/**
 * A standing Permit2 allowance (AllowanceTransfer), from which the spender may pull in parts until
 * it is used up or expires.
 */
export interface PermitCeiling {
  /** The total that may be pulled; below 2^160. */
  readonly units: Amount;
  /** Permit2's nonce for the allowances of an owner, token and spender. */
  readonly nonce: bigint;
  /** Deadline for redeeming the signature, in Unix seconds. */
  readonly sigDeadline: bigint;
}

/** An EIP-2612 permit that approves Permit2 for the token, for payers without an approval. */
export interface SignedAllowance {
  readonly kind: 'eip2612';
  readonly value: bigint;
  readonly deadline: bigint;
  readonly signature: Hex;
}

/** The identity of a permit, independent of its signature's encoding. */
export interface PermitKey {
  readonly chain: ChainRef;
  readonly owner: EvmAddress;
  readonly nonce: bigint;
}

export function permitKeyText(key: PermitKey): string {
  return `${key.chain}/${key.owner}/${key.nonce}`;
}

/**
 * A payer's pull that is committed and not known to be mined. If the chain has it, its permit's
 * nonce is spent and the payer's balance is reduced there.
 */
export interface PullUnderWay {
  readonly nonce: bigint;
  readonly units: Units;
}

export interface TypedData {
  readonly domain: {
    readonly name: string;
    readonly version?: string;
    readonly chainId: number;
    readonly verifyingContract: string;
  };
  readonly types: Readonly<
    Record<string, readonly { readonly name: string; readonly type: string }[]>
  >;
  readonly primaryType: string;
  /** Integers as decimal strings. */
  readonly message: Readonly<Record<string, unknown>>;
}

/**
 * The Permit2 payload that a payer signs. It names no recipient, so the service stores the intent
 * under its digest.
 */
export function permitTypedData(
  chainId: number,
  permit: Omit<SignedPermit, 'signature' | 'owner' | 'chain'>,
  spender: EvmAddress,
): TypedData {
  return {
    domain: { name: 'Permit2', chainId, verifyingContract: permit2Address },
    types: {
      PermitTransferFrom: [
        { name: 'permitted', type: 'TokenPermissions' },
        { name: 'spender', type: 'address' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
      TokenPermissions: [
        { name: 'token', type: 'address' },
        { name: 'amount', type: 'uint256' },
      ],
    },
    primaryType: 'PermitTransferFrom',
    message: {
      permitted: { token: permit.token, amount: permit.units.toString() },
      spender,
      nonce: permit.nonce.toString(),
      deadline: permit.deadline.toString(),
    },
  };
}

/** The payload of a standing allowance. `expiresSec` is its end, by the chain's clock. */
export function ceilingTypedData(
  chainId: number,
  {
    token,
    expiresSec,
    ...ceiling
  }: PermitCeiling & {
    readonly token: EvmAddress;
    readonly expiresSec: bigint;
  },
  spender: EvmAddress,
): TypedData {
  return {
    domain: { name: 'Permit2', chainId, verifyingContract: permit2Address },
    types: {
      PermitSingle: [
        { name: 'details', type: 'PermitDetails' },
        { name: 'spender', type: 'address' },
        { name: 'sigDeadline', type: 'uint256' },
      ],
      PermitDetails: [
        { name: 'token', type: 'address' },
        { name: 'amount', type: 'uint160' },
        { name: 'expiration', type: 'uint48' },
        { name: 'nonce', type: 'uint48' },
      ],
    },
    primaryType: 'PermitSingle',
    message: {
      details: {
        token,
        amount: ceiling.units.toString(),
        expiration: expiresSec.toString(),
        nonce: ceiling.nonce.toString(),
      },
      spender,
      sigDeadline: ceiling.sigDeadline.toString(),
    },
  };
}

/** The EIP-2612 payload that approves Permit2 for `value`. */
export function allowanceTypedData(
  chainId: number,
  token: { readonly address: string; readonly name: string; readonly version: string },
  owner: EvmAddress,
  value: bigint,
  tokenNonce: bigint,
  deadline: bigint,
): TypedData {
  return {
    domain: { name: token.name, version: token.version, chainId, verifyingContract: token.address },
    types: {
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'Permit',
    message: {
      owner,
      spender: permit2Address,
      value: value.toString(),
      nonce: tokenNonce.toString(),
      deadline: deadline.toString(),
    },
  };
}

/**
 * Permit deadlines in seconds of chain time: what we suggest, the minimum left, the maximum
 * accepted (decision 7).
 */
export const permitDeadline = { suggestedSec: 1_800, leastLeftSec: 60, mostSec: 86_400 } as const;
