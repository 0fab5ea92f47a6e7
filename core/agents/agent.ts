import type { Address, ChainRef, Memo, Ppm } from '@interline/kernel';
import type { AgentPolicy } from './policy.ts';

/**
 * A program that acts for its owner's wallet with a key of its own, within a policy. The key moves no
 * money by itself: each route still needs the wallet's signature over the money.
 */
export interface Agent {
  readonly id: string;
  /** Its owner: the account of the wallet that registered it. */
  readonly account: string;
  readonly name: string;
  /** The thumbprint of its key (RFC 7638). Null once the agent is deleted, which frees the key. */
  readonly keyId: string | null;
  /** `x` of the key's JWK. */
  readonly publicKey: string;
  readonly policy: AgentPolicy;
  readonly state: 'active' | 'frozen' | 'deleted';
  /** The number of its last activity. */
  readonly seq: number;
  readonly createdAtMs: number;
}

/** What the signature of an agent's request says. The caller has verified it. */
export interface AgentSignature {
  readonly agent: Agent;
  readonly keyId: string;
  readonly nonce: string;
  /** When the nonce may be forgotten: no signature with it is accepted after that. */
  readonly nonceUntilMs: number;
  /** SHA-256 of the signed body as the client sent it, in hex. */
  readonly bodyHash: string;
}

/** The parts of a requested route that a policy judges. */
export interface AgentOrder {
  readonly lane: { readonly from: ChainRef; readonly to: ChainRef };
  readonly from: { readonly chain: ChainRef; readonly address: string; readonly symbol: string };
  readonly to: { readonly chain: ChainRef; readonly address: string; readonly symbol: string };
  readonly recipient: string | null;
  readonly memo?: Memo;
  readonly amount: bigint;
  readonly slippage: Ppm;
}

/** A route that an agent requested, and what it took of the day's budget. */
export interface AgentRoute {
  readonly routeId: string;
  readonly agentId: string;
  /** The UTC day whose budget it took from, whenever the route ends. */
  readonly day: string;
  readonly cents: bigint;
  /** reserved: under way; spent: done; returned: it failed, and its budget was given back. */
  readonly state: 'reserved' | 'spent' | 'returned';
  /** SHA-256 of the signed body, in hex. */
  readonly bodyHash: string;
  readonly atMs: number;
}

/** How much of a day's budget is used, in cents. */
export interface AgentDay {
  readonly reserved: bigint;
  readonly spent: bigint;
}

/** A transfer that needs its owner's approval: once approved, the same request is accepted once. */
export interface Approval {
  readonly id: string;
  readonly agentId: string;
  /** Of what the owner approves, in hex. */
  readonly requestHash: string;
  readonly cents: bigint;
  readonly state: 'asked' | 'approved' | 'denied' | 'used';
  /** What is asked for, as it goes to the wire. */
  readonly about: Readonly<Record<string, string | number>>;
  readonly askedAtMs: number;
  readonly decidedAtMs: number | null;
}

export const agentActivityKinds = [
  'registered',
  'changed',
  'rotated',
  'frozen',
  'resumed',
  'deleted',
  'approval.asked',
  'approval.approved',
  'approval.denied',
  'route.accepted',
  'route.done',
  'route.failed',
  'route.reopened',
] as const;
export type AgentActivityKind = (typeof agentActivityKinds)[number];

/** One entry of an agent's history: its own act or its owner's. */
export interface AgentActivity {
  readonly agentId: string;
  /** Consecutive, from 1. */
  readonly seq: number;
  readonly kind: AgentActivityKind;
  readonly atMs: number;
  /** As it goes to the wire. */
  readonly about: Readonly<Record<string, string | number | null>>;
}

export type AgentHappening = Pick<AgentActivity, 'kind' | 'atMs' | 'about'>;

/** The payer whose account must own the agent: a key's, or a contract's on that chain. */
export interface PayerOnChain {
  readonly chain: ChainRef;
  readonly payer: Address;
}
