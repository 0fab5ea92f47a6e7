import type { Amount, ChainRef, EvmAddress, Hex } from '@interline/kernel';
import type { KeptProof } from '../accounts/index.ts';
import type { Claims, PublicJwk } from '@interline/ports';
import type { OpenTerms } from './open-terms.ts';

/**
 * What the chain itself holds an agent to: the wallet's Permit2 allowance for our account. A mandate moves no
 * money; it is what the service enforces below this.
 */
export interface Ceiling {
  readonly chain: ChainRef;
  readonly owner: EvmAddress;
  readonly token: EvmAddress;
  readonly spender: EvmAddress;
  readonly units: Amount;
  /** Unix seconds, by the chain's clock. */
  readonly expiresSec: number;
  /** Of Permit2's allowances, which counts up. */
  readonly nonce: bigint;
  readonly sigDeadline: bigint;
  readonly signature: Hex;
  /** What of it the wallet held when it was registered; all of it where that was not asked. */
  readonly heldUnits?: bigint;
}

/** An open mandate that its user registered. */
export interface Mandate {
  readonly id: string;
  /** Of the wallet that registered it. */
  readonly account: string;
  /** SHA-256 of what the user signed, base64url. */
  readonly hash: string;
  /** As it was presented, with the disclosures that were. */
  readonly token: string;
  readonly terms: OpenTerms;
  /** The thumbprint of the agent's key. */
  readonly agentKeyId: string;
  readonly userKey: PublicJwk;
  /** What the wallet signed that names the key, and what the key signed that names the wallet. */
  readonly evidence: KeptProof & { readonly proof?: string };
  readonly ceiling: Ceiling;
  readonly state: 'active' | 'revoked';
  /** Sums in cents, and how many payments they are of. What failed is in neither. */
  readonly reserved: bigint;
  readonly spent: bigint;
  readonly uses: number;
  /** Until when agents can pay by it: when its token ends, or its ceiling. */
  readonly expiresAtMs: number;
  readonly createdAtMs: number;
  readonly revokedAtMs: number | null;
}

/** A payment that was accepted under a mandate. */
export interface MandatePayment {
  /** Of the closed claims: one a mandate that was closed, whatever it was salted and signed with. */
  readonly closedHash: string;
  readonly mandateId: string;
  readonly routeId: string;
  /** What it takes of the budget, and what it was worth when it was accepted. */
  readonly cents: bigint;
  readonly worthCents: bigint;
  /** What it takes of the allowance. */
  readonly units: Amount;
  /** The UTC window that it is the one payment of; null where there is none. */
  readonly window: string | null;
  /** reserved: not over; spent: done; returned: it failed, and nothing was kept. */
  readonly state: 'reserved' | 'spent' | 'returned';
  /** What its receipts name: SHA-256 of the closed token as presented, base64url. */
  readonly reference: string;
  /** As they were disclosed. */
  readonly claims: Claims;
  readonly atMs: number;
}

/** A verdict, signed. */
export interface MandateReceipt {
  readonly mandateId: string;
  /** 1 for a mandate's first, and no number is left out. */
  readonly seq: number;
  readonly routeId: string;
  readonly kind: 'accepted' | 'done' | 'failed';
  readonly claims: Claims;
  /** Null where the deployment signs nothing. */
  readonly jws: string | null;
  readonly atMs: number;
}

/** What an agent must present within its time, once. */
export interface Challenge {
  readonly nonceHash: string;
  readonly mandateId: string;
  readonly expiresAtMs: number;
}

/** What of the budget is left: null where the mandate says none. */
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

/** What the sums are held to. Without a word on recurrence a mandate is for one payment. */
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
