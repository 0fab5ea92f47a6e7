import type { StorePort } from '@interline/ports';
import type { RouteEvent, TransferWrites } from '../transfer/index.ts';
import type { Hook, HookDelivery, HookTry } from './hook.ts';

export interface DueSearch {
  readonly nowMs: number;
  readonly limit: number;
  readonly perHost: number;
  readonly notHosts: readonly string[];
}

export interface DueDelivery {
  readonly id: string;
  readonly host: string;
}

/** Reads of committed state, on a connection of their own. */
export interface WebhookReads {
  hook(id: string): Promise<Hook | null>;
  hooksOf(routeId: string): Promise<readonly Hook[]>;
  /** The key that signs what the hook is sent; null for an unsigned one. Nothing else reads it. */
  hookSecret(hookId: string): Promise<string | null>;
  /** The hook's, that of the newest event first. */
  deliveriesOf(hookId: string): Promise<readonly HookDelivery[]>;
  /** The hook's tries, the oldest first. */
  triesOf(hookId: string): Promise<readonly HookTry[]>;
  /**
   * Waiting deliveries that are due, first tries before repeated ones, no host more often than
   * that.
   */
  dueDeliveries(due: DueSearch): Promise<readonly DueDelivery[]>;
  /** Hooks that gave up on an event, the newest first. */
  deadHooks(limit: number): Promise<readonly Hook[]>;
}

/** Writes inside a unit; its reads see the unit's own writes. */
export interface WebhookWrites extends WebhookReads {
  insertHook(hook: Hook, secret: string | null): Promise<void>;
  /** One delivery a hook and event, due at that time; a second call changes nothing. */
  oweDelivery(hookId: string, event: RouteEvent, dueAtMs: number): Promise<void>;
  /**
   * Begins the next try of a waiting delivery that is due, and keeps it from everybody else until
   * then; null where another has it.
   */
  beginTry(deliveryId: string, nowMs: number, lostAtMs: number): Promise<HookDelivery | null>;
  /**
   * What came of the last try. False, and nothing written, where the delivery was moved meanwhile.
   */
  endTry(ended: HookTry, next: Pick<HookDelivery, 'state' | 'dueAtMs'>): Promise<boolean>;
  /** Has a delivery tried again from the start of the schedule, whatever became of it. */
  renewDelivery(deliveryId: string, dueAtMs: number): Promise<void>;
  /** What the event means to every hook on its route but those that answered 410: one delivery each. */
  oweToRoute(event: RouteEvent): Promise<void>;
  /** The end was taken back: what is not delivered of it is not sent any more. */
  withdrawFromRoute(routeId: string): Promise<void>;
}

/** Committed state, as this module reads it. */
export interface WebhookView {
  readonly webhooks: WebhookReads;
}

/** One unit of work, as this module sees it. */
export interface WebhookUnit {
  readonly webhooks: WebhookWrites;
  readonly transfers: Pick<TransferWrites, 'lockRoute' | 'lastEnd' | 'routeEvent'>;
}

export type WebhookStore = StorePort<WebhookView, WebhookUnit>;
