import type { Amount, ChainRef, EvmAddress, Hex, SignedPermit } from '@interline/kernel';
import type { KeptProof } from '../accounts/index.ts';
import type { Claims, Entropy, PublicJwk } from '@interline/ports';
import type { OpenTerms } from './open-terms.ts';

/**
 * The limit that the chain enforces: the wallet's Permit2 allowance for our account. The mandate
 * moves no money; the service enforces it below this limit.
 */
export interface Ceiling {
  readonly chain: ChainRef;
  readonly owner: EvmAddress;
  readonly token: EvmAddress;
  readonly spender: EvmAddress;
  readonly units: Amount;
  /** Unix seconds, by the chain's clock. */
  readonly expiresSec: number;
  /** Permit2's allowance nonce, which counts up. */
  readonly nonce: bigint;
  readonly sigDeadline: bigint;
  readonly signature: Hex;
  /** The part of it that the wallet held at registration; left out: all of it. */
  readonly heldUnits?: bigint;
}

/** The whole ceiling as a permit, for verification only: nothing is pulled with it. */
export function wholeCeiling(ceiling: Ceiling): SignedPermit {
  return permitOf(ceiling, { units: ceiling.units, nonce: 0n });
}

/** The pull of a payment out of its mandate's ceiling. The chain enforces the ceiling and does not know the mandate. */
export function permitUnder(ceiling: Ceiling, amount: Amount, entropy: Entropy): SignedPermit {
  // Not a nonce of the chain: it only distinguishes this payment from the payer's others.
  return permitOf(ceiling, { units: amount, nonce: BigInt(`0x${entropy.hex(32)}`) });
}

function permitOf(
  { chain, owner, token, units, expiresSec, nonce, sigDeadline, signature }: Ceiling,
  pull: Pick<SignedPermit, 'units' | 'nonce'>,
): SignedPermit {
  return {
    ...pull,
    chain,
    owner,
    token,
    signature,
    deadline: BigInt(expiresSec),
    ceiling: { units, nonce, sigDeadline },
  };
}

/** A registered open mandate. */
export interface Mandate {
  readonly id: string;
  /** The account of the wallet that registered it. */
  readonly account: string;
  /** SHA-256 of what the user signed, base64url. */
  readonly hash: string;
  /** As presented, with its disclosures. */
  readonly token: string;
  readonly terms: OpenTerms;
  /** The thumbprint of the agent's key. */
  readonly agentKeyId: string;
  readonly userKey: PublicJwk;
  /** What the wallet signed that names the key, and what the key signed that names the wallet. */
  readonly evidence: KeptProof & { readonly proof?: string };
  readonly ceiling: Ceiling;
  readonly state: 'active' | 'revoked';
  /** Sums in cents, and the number of payments in them. Failed payments are not counted. */
  readonly reserved: bigint;
  readonly spent: bigint;
  readonly uses: number;
  /** The end of its token or of its ceiling, whichever comes first. */
  readonly expiresAtMs: number;
  readonly createdAtMs: number;
  readonly revokedAtMs: number | null;
}

/** A payment that was accepted under a mandate. */
export interface MandatePayment {
  /** Hash of the closed claims: identifies a closed mandate under any salts and any signature. */
  readonly closedHash: string;
  readonly mandateId: string;
  readonly routeId: string;
  /** What it takes from the budget, and its worth when it was accepted. */
  readonly cents: bigint;
  readonly worthCents: bigint;
  /** What it takes from the allowance. */
  readonly units: Amount;
  /** The UTC window that allows this payment and no other; null where the mandate has no windows. */
  readonly window: string | null;
  /**
   * - reserved: under way
   * - spent: done
   * - returned: it failed, and gave its part back
   */
  readonly state: 'reserved' | 'spent' | 'returned';
  /** The reference in its receipts: SHA-256 of the closed token as presented, base64url. */
  readonly reference: string;
  /** As they were disclosed. */
  readonly claims: Claims;
  readonly atMs: number;
}

/** A signed verdict. */
export interface MandateReceipt {
  readonly mandateId: string;
  /** Consecutive for each mandate, from 1. */
  readonly seq: number;
  readonly routeId: string;
  readonly kind: 'accepted' | 'done' | 'failed';
  readonly claims: Claims;
  /** Null where the deployment signs nothing. */
  readonly jws: string | null;
  readonly atMs: number;
}

/** A nonce that an agent must present once, before it expires. */
export interface Challenge {
  readonly nonceHash: string;
  readonly mandateId: string;
  readonly expiresAtMs: number;
}

/** What is left of the mandate; null where it sets no such limit. */
export interface Left {
  readonly cents: bigint | null;
  readonly uses: number | null;
}

export function leftOf({ terms, reserved, spent, uses }: Mandate): Left {
  const { maxCents, maxUses } = limitsOf(terms);
  return {
    cents: maxCents === null ? null : maxCents - reserved - spent,
    uses: maxUses === null ? null : Math.max(0, maxUses - uses),
  };
}

/** The limits of the sums. A mandate without a recurrence constraint is for one payment. */
export function limitsOf({ constraints }: OpenTerms): {
  readonly maxCents: bigint | null;
  readonly maxUses: number | null;
} {
  const budget = constraints.find((one) => one.kind === 'budget');
  const recurrence = constraints.find((one) => one.kind === 'recurrence');
  return {
    maxCents: budget?.max ?? null,
    maxUses: recurrence === undefined ? 1 : recurrence.maxUses,
  };
}
