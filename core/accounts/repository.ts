import type { StorePort } from '@interline/ports';
import type { TransferReads } from '../transfer/index.ts';
import type { WebhookReads, WebhookWrites } from '../webhooks/index.ts';
import type { AccountEvent } from './account-event.ts';
import type { Session } from './session.ts';

/** An account from its first sign-in on. */
export interface KnownAccount {
  readonly id: string;
  readonly sinceMs: number;
}

/** Reads of committed state, on a connection of their own. */
export interface AccountReads {
  account(id: string): Promise<KnownAccount | null>;
  session(tokenHash: string): Promise<Session | null>;
  /** Those after that number, the oldest first. */
  events(account: string, after: number, limit: number): Promise<readonly AccountEvent[]>;
  /** The body that is sent for an event, the same bytes each time; null once it is no longer kept. */
  eventBody(account: string, seq: number): Promise<string | null>;
  /** Whether a session can still begin with this nonce. */
  isNonceOpen(hash: string, nowMs: number): Promise<boolean>;
}

/** Writes inside a unit; its reads see the unit's own writes. */
export interface AccountWrites extends AccountReads {
  /** Serialises units that count the records of an account. */
  lockAccount(id: string): Promise<void>;
  insertNonce(hash: string, expiresAtMs: number): Promise<void>;
  /** False where the nonce was used before, is too old, or never existed. */
  takeNonce(hash: string, nowMs: number): Promise<boolean>;
  /** Begins the session, and its account where this is its first. */
  insertSession(session: Session): Promise<void>;
  /** The code of its wallet has accepted the signature again. */
  markChecked(tokenHash: string, checkedAtMs: number): Promise<void>;
  /** False where there is none. */
  deleteSession(tokenHash: string): Promise<boolean>;
  /**
   * Adds the event to each of these accounts that exists, under its next number. Resolves to the events as
   * stored.
   */
  recordEvents(
    accounts: readonly string[],
    event: Omit<AccountEvent, 'account' | 'seq'>,
  ): Promise<readonly AccountEvent[]>;
}

/** Committed state, as this module reads it. */
export interface AccountView {
  readonly accounts: AccountReads;
  readonly transfers: Pick<TransferReads, 'countOfPayer'>;
  readonly webhooks: WebhookReads;
}

/** One unit of work, as this module sees it. */
export interface AccountUnit {
  readonly accounts: AccountWrites;
  readonly webhooks: WebhookWrites;
}

/** What a unit of another module needs to add events to accounts. */
export interface EventUnit {
  readonly accounts: Pick<AccountWrites, 'recordEvents'>;
  readonly webhooks: Pick<WebhookWrites, 'oweToAccount'>;
}

/** The part of the store that sessions need. */
export type SessionStore = StorePort<
  { readonly accounts: Pick<AccountReads, 'session' | 'isNonceOpen'> },
  {
    readonly accounts: Pick<
      AccountWrites,
      'insertNonce' | 'takeNonce' | 'insertSession' | 'markChecked' | 'deleteSession'
    >;
  }
>;

export type AccountStore = StorePort<AccountView, AccountUnit>;
