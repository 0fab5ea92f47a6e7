import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Doorbell } from './dialect.ts';

const channel = 'interline_jobs';
const connectWithinMs = 5_000;
/** A lost connection is replaced after this long; until then workers find jobs by looking. */
const reconnectAfterMs = 1_000;

/**
 * LISTEN and NOTIFY on a connection of its own. It rings after the commit and not within it: a commit that notifies takes
 * a lock that all of them share, and a bell that is not heard costs one look of the worker.
 */
export async function postgresDoorbell({ url, schema }: { readonly url: string; readonly schema: string }, onRing: () => void): Promise<Doorbell> {
  const closed = new AbortController();
  let client = await listen();
  let isRinging = false;
  let isAsked = false;

  async function listen(): Promise<pg.Client> {
    const fresh = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectWithinMs, keepAlive: true, application_name: 'interline-doorbell' });
    fresh.on('error', () => undefined);
    try {
      await fresh.connect();
      const own: unknown = (await fresh.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid;
      fresh.on('notification', ({ payload, processId }) => { if (payload === schema && processId !== own) onRing(); });
      await fresh.query(`LISTEN ${channel}`);
      closed.signal.throwIfAborted();
    } catch (error) {
      await fresh.end().catch(() => undefined);
      throw error;
    }
    fresh.on('end', () => { void listenAgain(); });
    return fresh;
  }

  async function listenAgain(): Promise<void> {
    while (!closed.signal.aborted) {
      try {
        await sleep(reconnectAfterMs, undefined, { signal: closed.signal });
        client = await listen();
        // What was rung meanwhile was not heard.
        onRing();
        return;
      } catch {
        // The database is still away, or the bell was closed.
      }
    }
  }

  async function ringOut(): Promise<void> {
    isRinging = true;
    while (isAsked) {
      isAsked = false;
      await client.query('SELECT pg_notify($1, $2)', [channel, schema]).catch(() => undefined);
    }
    isRinging = false;
  }

  return {
    ring() {
      isAsked = true;
      if (!isRinging) void ringOut();
    },
    async close() {
      closed.abort();
      await client.end().catch(() => undefined);
    },
  };
}
