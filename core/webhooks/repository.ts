import type { StorePort } from '@interline/ports';
import type { RouteEvent, TransferReads, TransferWrites } from '../transfer/index.ts';
import type { AccountHook, FormerSecret, HookOwners, OwedEvent } from './account-hook.ts';
import type { Hook, HookDelivery, HookTry } from './hook.ts';

/** A waiting delivery that may be due. */
export interface DueDelivery {
  readonly id: string;
  readonly owner: string;
  readonly host: string;
  /** Its host lost its last three tries, or has not answered yet. */
  readonly isSilent: boolean;
  /** A try was begun before. */
  readonly isRepeated: boolean;
  readonly dueAtMs: number;
}

/** Lines to look at: those of these owners, by the names of their hosts. */
export interface LineSearch {
  /** Of each owner, the lines behind that of the named host. */
  readonly behind: readonly { readonly owner: string; readonly host: string }[];
  /** Most lines of one owner. */
  readonly perOwner: number;
  /** Deliveries that count as taken. */
  readonly notIds: readonly string[];
  /** Hosts whose lines are passed over. */
  readonly notHosts: readonly string[];
}

/** Deliveries in line for one host, of one owner. */
export interface HookLine {
  readonly owner: string;
  readonly host: string;
  /** The first of them, first tries before repeated ones; null where it was passed over. */
  readonly head: DueDelivery | null;
}

/** Reads of committed state, on a connection of their own. */
export interface WebhookReads {
  hook(id: string): Promise<Hook | null>;
  hooksOf(routeId: string): Promise<readonly Hook[]>;
  /** The key that signs the hook's deliveries, as it was kept; null for an unsigned hook. */
  hookSecret(hookId: string): Promise<string | null>;
  /** That of the newest event first. */
  deliveriesOf(hookId: string): Promise<readonly HookDelivery[]>;
  /** Of all the hook's deliveries, the oldest first. */
  triesOf(hookId: string): Promise<readonly HookTry[]>;
  /** Owners with deliveries in line, by name, behind that one. */
  ownersInLine(behind: string, limit: number): Promise<readonly string[]>;
  /** By owner, then by host. */
  lines(search: LineSearch): Promise<readonly HookLine[]>;
  /** The first ones of each of these lines, without those ids. */
  deliveriesInLines(search: {
    readonly of: readonly Pick<HookLine, 'owner' | 'host'>[];
    readonly perLine: number;
    readonly notIds: readonly string[];
  }): Promise<readonly DueDelivery[]>;
  /** Waiting deliveries that are due and not in line yet, the longest due first. */
  dueOutOfLine(nowMs: number, limit: number): Promise<readonly DueDelivery[]>;
  accountHook(id: string): Promise<AccountHook | null>;
  /** In the order in which they were made. */
  accountHooks(account: string): Promise<readonly AccountHook[]>;
  /** Null where it has none that is still in use. */
  formerSecret(hookId: string, nowMs: number): Promise<FormerSecret | null>;
  delivery(id: string): Promise<HookDelivery | null>;
  /** The newest first. */
  lastDeliveries(hookId: string, limit: number): Promise<readonly HookDelivery[]>;
  /** Of these deliveries, the oldest first. */
  triesOfDeliveries(deliveryIds: readonly string[]): Promise<readonly HookTry[]>;
  /** Hooks of routes with a delivery that is dead, the newest first. */
  deadHooks(limit: number): Promise<readonly Hook[]>;
}

/** Writes inside a unit; its reads see the unit's own writes. */
export interface WebhookWrites extends WebhookReads {
  /** `secret`: sealed. */
  insertHook(hook: Hook, secret: string | null): Promise<void>;
  /** Hooks whose secret does not begin so, as it was kept, by id; those after that id. */
  secretsWithout(
    mark: string,
    after: string,
    limit: number,
  ): Promise<readonly { readonly id: string; readonly secret: string }[]>;
  replaceSecret(hookId: string, secret: string): Promise<void>;
  /** Puts so many of the deliveries that `dueOutOfLine` finds in line. */
  lineUp(nowMs: number, limit: number): Promise<void>;
  /** Creates the one delivery of an event to a hook, in line; a second call changes nothing. */
  oweDelivery(hookId: string, event: RouteEvent, dueAtMs: number): Promise<void>;
  /**
   * Begins the next try of a waiting delivery that is due and leases it until `lostAtMs`; null
   * where another worker holds it.
   */
  beginTry(deliveryId: string, nowMs: number, lostAtMs: number): Promise<HookDelivery | null>;
  /**
   * Records how the last try ended. False, and nothing written, where the delivery moved meanwhile.
   */
  endTry(ended: HookTry, next: Pick<HookDelivery, 'state' | 'dueAtMs'>): Promise<boolean>;
  /**
   * Ends so many of the deliveries that wait and have been due since then, of hooks of routes or of
   * accounts; returns how many. One whose try is under way is not due.
   */
  endOverdue(overdue: {
    readonly whose: 'route' | 'account';
    readonly dueBefore: number;
    readonly nowMs: number;
    readonly limit: number;
  }): Promise<number>;
  /** Restarts the delivery's schedule, whatever its state. */
  renewDelivery(deliveryId: string, dueAtMs: number): Promise<void>;
  /** Owes the event to every hook on its route, except those that answered 410. */
  oweToRoute(event: RouteEvent): Promise<void>;
  /** `secret`: sealed. */
  insertAccountHook(hook: AccountHook, secret: string): Promise<void>;
  /** With its deliveries; false where there is none. */
  deleteAccountHook(id: string): Promise<boolean>;
  /** Signs with another secret from now on, and with the one before too until that time. */
  rotateSecret(hookId: string, secret: string, formerUntilMs: number): Promise<void>;
  /** Owes the event to every hook of its account that names it and is called, or to that one alone. */
  oweToAccount(event: OwedEvent, only?: string): Promise<void>;
  /** Counts a failed try; one that has not failed ends the row. Resolves to how many failed in a row. */
  countFailure(hookId: string, isFailure: boolean): Promise<number>;
  /** Calls it no more, and stops what it is owed; with null it is called again. */
  disableHook(hookId: string, atMs: number | null): Promise<void>;
  /** Withdraws what is not delivered yet: a reorg took the route's end back. */
  withdrawFromRoute(routeId: string): Promise<void>;
}

/** Committed state, as this module reads it. */
export interface WebhookView {
  readonly webhooks: WebhookReads;
}

/** What a courier reads: the route only where there are traces. */
export interface CourierView extends WebhookView {
  readonly transfers: Pick<TransferReads, 'route'>;
}

/** One unit of work, as this module sees it. */
export interface WebhookUnit {
  readonly webhooks: WebhookWrites;
  readonly transfers: Pick<TransferWrites, 'lockRoute' | 'lastEnd' | 'routeEvent'>;
  readonly accounts: HookOwners;
}

export type WebhookStore = StorePort<WebhookView, WebhookUnit>;
export type CourierStore = StorePort<CourierView, WebhookUnit>;
