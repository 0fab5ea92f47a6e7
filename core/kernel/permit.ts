import type { EvmAddress, Hex } from './address.ts';
import type { Amount, Units } from './amount.ts';
import type { ChainRef } from './chain.ts';

/** The canonical Permit2, at one address on every chain. */
export const permit2Address = '0x000000000022d473030f116ddee9f6b43ac78ba3' as EvmAddress;

/** `x402ExactPermit2Proxy`: what payers of x402 sign for by Permit2, at one address on every chain that has it. */
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
  /**
   * Passed on byte for byte; one signature has several encodings, so it never identifies anything.
   */
  readonly signature: Hex;
  /**
   * Set where it is pulled out of a standing allowance: `signature` is of that then, `deadline` its end, and
   * `nonce` names the payment, of which the chain knows nothing.
   */
  readonly ceiling?: PermitCeiling;
  /** Set by the service at acceptance: the owner had code, which ran in the pull's simulation. */
  readonly ownerHasCode?: true;
}

/**
 * A standing allowance of Permit2 (its AllowanceTransfer), out of which the spender may pull in parts until
 * it is used up or over.
 */
export interface PermitCeiling {
  /** All that may be pulled; below 2^160. */
  readonly units: Amount;
  /** Permit2 counts the allowances of an owner, token and spender. */
  readonly nonce: bigint;
  /** Until when the signature can be redeemed, in Unix seconds. */
  readonly sigDeadline: bigint;
}

/** An EIP-2612 permit that lets Permit2 take the token, for payers who never approved it. */
export interface SignedAllowance {
  readonly kind: 'eip2612';
  readonly value: bigint;
  readonly deadline: bigint;
  readonly signature: Hex;
}

/** What makes a permit one of a kind, whatever bytes its signature comes in. */
export interface PermitKey {
  readonly chain: ChainRef;
  readonly owner: EvmAddress;
  readonly nonce: bigint;
}

export function permitKeyText(key: PermitKey): string {
  return `${key.chain}/${key.owner}/${key.nonce}`;
}

/**
 * A pull of the payer's that is committed and not known to be mined. The chain may have it: then its
 * permit's nonce is spent there, and the payer's balance is without its units.
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
 * The Permit2 payload a payer signs. It names no recipient, so the service keeps the intent under
 * its digest.
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
 * Permit deadlines in seconds by chain time: what we suggest, the least left, the most taken
 * (decision 7).
 */
export const permitDeadline = { suggestedSec: 1_800, leastLeftSec: 60, mostSec: 86_400 } as const;
