/** A webhook of an account: it is called for each of its events that it names. */
export interface AccountHook {
  readonly id: string;
  readonly account: string;
  readonly url: string;
  /** Of the URL, as a route's hook has it. */
  readonly host: string;
  /** Which kinds of events; `*` for all. */
  readonly events: readonly string[];
  /** Tries in a row that failed. */
  readonly failures: number;
  /** Null while it is called. */
  readonly disabledAtMs: number | null;
  readonly createdAtMs: number;
}

/** The secret that an account's hook had before, and until when deliveries are signed with it too. */
export interface FormerSecret {
  /** Sealed, as it was kept. */
  readonly secret: string;
  readonly untilMs: number;
}

/** An event of an account, as far as deliveries go. */
export interface OwedEvent {
  readonly account: string;
  readonly seq: number;
  readonly kind: string;
  readonly atMs: number;
}

/** What a hook disabled itself by, in its account's events. */
interface HookDisabled {
  readonly kind: 'hook.disabled';
  readonly atMs: number;
  readonly about: { readonly hookId: string; readonly reason: 'gone' | 'failing' };
}

/** Whose the webhooks are: what happened to them, and in which words it is told, is theirs to say. */
export interface HookOwners {
  /** The same bytes each time; null where the event is too old to be kept. */
  eventBody(account: string, seq: number): Promise<string | null>;
  recordEvents(accounts: readonly string[], event: HookDisabled): Promise<readonly OwedEvent[]>;
}

/** Failed tries in a row after which it is called no more. */
export const mostFailures = 50;

/** What a delivery calls an event of an account. */
export function eventName({ account, seq }: Pick<OwedEvent, 'account' | 'seq'>): string {
  return `${account}/${seq}`;
}

/** The event that `eventName` named so. */
export function eventOf(name: string): Pick<OwedEvent, 'account' | 'seq'> {
  const at = name.lastIndexOf('/');
  return { account: name.slice(0, at), seq: Number(name.slice(at + 1)) };
}
