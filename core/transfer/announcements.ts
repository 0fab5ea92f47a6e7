import type { AccountAnnouncements } from '../transactions/index.ts';
import type { Route } from './route.ts';

export interface RouteEvent {
  readonly id: string;
  readonly kind: 'route.done' | 'route.failed' | 'route.reopened';
  readonly routeId: string;
  /** As they stood at the event. */
  readonly srcTx: string | null;
  readonly destTx: string | null;
  readonly atMs: number;
}

/** The lease under which a schedule or conditional starts its route. */
export interface TickLease {
  readonly recordId: string;
  readonly fence: number;
}

/**
 * What the payer's agent signed to request the route, as its reader reports it. Transfer itself makes
 * nothing of it.
 */
export interface AgentWord {
  readonly agentId: string;
  readonly keyId: string;
  readonly nonce: string;
  readonly nonceUntilMs: number;
  /** Of the body that it signed, in hex. */
  readonly bodyHash: string;
  /** Of what its owner's approval would be for, in hex. */
  readonly requestHash: string;
  /** What the route was worth then; null for what can only be a repeat of a route that is there. */
  readonly cents: bigint | null;
}

/**
 * What a payer's mandate allows for the route, as its judge reports it. Transfer itself makes nothing of it.
 */
export interface MandateWord {
  readonly mandateId: string;
  /** Of the key that closed it. */
  readonly agentKeyId: string;
  readonly closedHash: string;
  readonly nonceHash: string;
  readonly reference: string;
  readonly claims: Readonly<Record<string, unknown>>;
  /** What it takes of the mandate's budget, and what the route was worth then. */
  readonly cents: bigint;
  readonly worthCents: bigint;
}

/**
 * What transfer announces to other modules inside the unit in which it happens, so that it depends
 * on none of them. A listener that throws undoes the unit.
 */
export interface RouteAnnouncements extends AccountAnnouncements {
  /** A route is being accepted under this lease; a listener may veto it. */
  routeAccepting(tick: TickLease): Promise<void>;
  /** A route that an agent asked for is being accepted, and is stored; a listener may veto it. */
  acceptingForAgent(route: Route, word: AgentWord): Promise<void>;
  /** A route that a mandate of its payer allows is being accepted, and is stored; a listener may veto it. */
  acceptingUnderMandate(route: Route, word: MandateWord): Promise<void>;
  /** `ended`: the route as that left it. */
  routeEnded(event: RouteEvent, ended: Route): Promise<void>;
  /** A reorg took the end back: a webhook that is owed for it and not yet delivered is void. */
  routeReopened(event: RouteEvent): Promise<void>;
}
