import type { AccountAnnouncements } from '../transactions/index.ts';
import type { Route } from './route.ts';

export interface RouteEvent {
  readonly id: string;
  readonly kind: 'route.done' | 'route.failed' | 'route.reopened';
  readonly routeId: string;
  /** The transactions known at the time of the event. */
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
 * What the accepting unit holds a route to that the payer's agent requests. Transfer only passes
 * it on.
 */
export interface AgentHold {
  readonly agentId: string;
  readonly keyId: string;
  readonly nonce: string;
  readonly nonceUntilMs: number;
  /** Hex hash of the body that it signed. */
  readonly bodyHash: string;
  /** Of what its owner's approval would be for, in hex. */
  readonly requestHash: string;
  /** What the route was worth then; null for what can only be a repeat of a route that is there. */
  readonly cents: bigint | null;
}

/** The same for a route that a mandate of the payer pays. Transfer only passes it on. */
export interface MandateHold {
  readonly mandateId: string;
  /** The agent key that closed the mandate. */
  readonly agentKeyId: string;
  readonly closedHash: string;
  readonly nonceHash: string;
  readonly reference: string;
  readonly claims: Readonly<Record<string, unknown>>;
  /** What the route takes of the mandate's budget, at the prices of that time. */
  readonly cents: bigint;
  readonly worthCents: bigint;
}

/**
 * Events that transfer announces to other modules in the unit in which they happen, so that it
 * depends on no other module. A listener that throws rolls the unit back.
 */
export interface RouteAnnouncements extends AccountAnnouncements {
  /** A route is being accepted under this lease; a listener may veto it. */
  routeAccepting(tick: TickLease): Promise<void>;
  /**
   * A route that an agent requested is being accepted and is already stored; a listener may veto
   * it.
   */
  acceptingForAgent(route: Route, hold: AgentHold): Promise<void>;
  /**
   * A route that a payer's mandate allows is being accepted and is already stored; a listener may
   * veto it.
   */
  acceptingUnderMandate(route: Route, hold: MandateHold): Promise<void>;
  /** `ended`: the route after its end. */
  routeEnded(event: RouteEvent, ended: Route): Promise<void>;
  /** A reorg reverted the route's end. An undelivered webhook for that end is void. */
  routeReopened(event: RouteEvent): Promise<void>;
}
