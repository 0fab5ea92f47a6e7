import { createClient, type Client, ServiceError } from '@interline/client';
import { createStore } from '../../state/store.ts';
import { baseUrl } from '../../state/service.ts';

export interface Session {
  /** Null while the desk is locked. */
  readonly client: Client | null;
  /** When it locks, unless the page is touched before. */
  readonly untilMs: number;
  /** Why it was locked, where the operator did not do it. */
  readonly lockedBy: 'time' | 'token' | null;
}

/** A desk that nobody touches for so long is not looked at by its operator. */
const lockAfterMs = 15 * 60_000;

const locked: Session = { client: null, untilMs: 0, lockedBy: null };

/**
 * The token is in the client's closure in this tab's memory and nowhere else: locking drops the client, and
 * with it the token; so does a reload.
 */
export const session = createStore<Session>(locked);

/** Throws what the service says of the token, or that it does not answer. */
export async function unlock(token: string): Promise<void> {
  const client = createClient({
    baseUrl,
    sendsRefusedOnce: true,
    headers: { authorization: `Bearer ${token}` },
  });
  await client.call('GET /operator/status', {});
  session.set({ client, untilMs: Date.now() + lockAfterMs, lockedBy: null });
}

export function lock(lockedBy: Session['lockedBy'] = null): void {
  session.set({ ...locked, lockedBy });
}

/** A hand on the desk: it stays open for the whole time again. */
export function touch(): void {
  const { client, untilMs } = session.get();
  if (client === null) return;
  if (Date.now() >= untilMs) lock('time');
  else session.change({ untilMs: Date.now() + lockAfterMs });
}

/** What the service answers the operator. A token that it takes no more locks the desk. */
export async function asOperator<T>(ask: (client: Client) => Promise<T>): Promise<T> {
  const { client } = session.get();
  if (client === null) throw new Error('the desk is locked');
  try {
    return await ask(client);
  } catch (error) {
    if (isTokenRefused(error)) lock('token');
    throw error;
  }
}

function isTokenRefused(error: unknown): boolean {
  return error instanceof ServiceError && error.errorCode === 'OPERATOR_ONLY';
}
