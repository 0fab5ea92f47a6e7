import type { Address, ChainRef, Memo } from '@interline/kernel';
import type { AgentPolicy } from './policy.ts';

/**
 * A program that its owner lets act for a wallet, by a key of its own and within a policy. It moves no
 * money by that alone: each route still takes the wallet's signature over the money.
 */
export interface Agent {
  readonly id: string;
  /** Its owner: the account of the wallet that registered it. */
  readonly account: string;
  readonly name: string;
  /** The thumbprint of its key (RFC 7638). Null once it was deleted: the key is free again then. */
  readonly keyId: string | null;
  /** `x` of the key's JWK. */
  readonly publicKey: string;
  readonly policy: AgentPolicy;
  readonly state: 'active' | 'frozen' | 'deleted';
  /** Of its last activity. */
  readonly seq: number;
  readonly createdAtMs: number;
}

/** What an agent signed, as whoever read its request says. */
export interface AgentSignature {
  readonly agent: Agent;
  readonly keyId: string;
  readonly nonce: string;
  /** The nonce can be forgotten after that: no signature with it is taken any more. */
  readonly nonceUntilMs: number;
}

/** The route that an agent asks for, as far as its policy judges it. */
export interface AgentOrder {
  readonly lane: { readonly from: ChainRef; readonly to: ChainRef };
  readonly from: { readonly chain: ChainRef; readonly address: string; readonly symbol: string };
  readonly to: { readonly chain: ChainRef; readonly address: string; readonly symbol: string };
  readonly recipient: string | null;
  readonly memo?: Memo;
  readonly amount: bigint;
}

/** A route that an agent asked for, with what of its day's budget it took. */
export interface AgentRoute {
  readonly routeId: string;
  readonly agentId: string;
  /** Of UTC: the day whose budget it took from, whenever it ends. */
  readonly day: string;
  readonly cents: bigint;
  /** reserved: not over; spent: done; returned: it failed, and its budget was given back. */
  readonly state: 'reserved' | 'spent' | 'returned';
  /** Of the body that was signed, in hex. */
  readonly bodyHash: string;
  readonly atMs: number;
}

/** What a day's budget of an agent was used for, in cents. */
export interface AgentDay {
  readonly reserved: bigint;
  readonly spent: bigint;
}

/** A transfer that waits for its owner's word: the same body passes once after it. */
export interface Approval {
  readonly id: string;
  readonly agentId: string;
  readonly bodyHash: string;
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

/** What an agent did, and what was done with it. */
export interface AgentActivity {
  readonly agentId: string;
  /** 1 for the first, and no number is left out. */
  readonly seq: number;
  readonly kind: AgentActivityKind;
  readonly atMs: number;
  /** As it goes to the wire. */
  readonly about: Readonly<Record<string, string | number | null>>;
}

export type AgentHappening = Pick<AgentActivity, 'kind' | 'atMs' | 'about'>;

/** Whose agent it has to be, by its payer: `Account` of a key or of code on that chain. */
export interface PayerOnChain {
  readonly chain: ChainRef;
  readonly payer: Address;
}
