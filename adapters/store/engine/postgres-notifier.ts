import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { deadlineClient } from './deadline-client.ts';
import type { Notifier } from './dialect.ts';

const channel = 'interline_jobs';
/** A lost connection is replaced after this long; until then workers find jobs by looking. */
const reconnectAfterMs = 1_000;

interface NotifierPlace {
  readonly url: string;
  readonly schema: string;
  /** How long a statement may go unanswered, and how often the connection is tried. */
  readonly answerWithinMs: number;
}

/**
 * LISTEN and NOTIFY on a connection of its own. It rings after the commit and not within it: a
 * commit that notifies takes a lock that all of them share, and a bell that is not heard costs one
 * look of the worker.
 */
export async function postgresNotifier(
  { url, schema, answerWithinMs }: NotifierPlace,
  onRing: () => void,
): Promise<Notifier> {
  const closed = new AbortController();
  const Client = deadlineClient(answerWithinMs);
  let client = await listen();
  let isTalking = false;
  let isRung = false;
  // A connection that only listens would never notice that the server is gone.
  const pulse = setInterval(() => {
    if (!isTalking) void talk();
  }, answerWithinMs).unref();

  async function listen(): Promise<pg.Client> {
    const fresh = new Client({
      connectionString: url,
      connectionTimeoutMillis: answerWithinMs,
      keepAlive: true,
      application_name: 'interline-doorbell',
    });
    fresh.on('error', () => undefined);
    try {
      await fresh.connect();
      const own: unknown = (await fresh.query<{ pid: number }>('SELECT pg_backend_pid() AS pid'))
        .rows[0]?.pid;
      fresh.on('notification', ({ payload, processId }) => {
        if (payload === schema && processId !== own) onRing();
      });
      await fresh.query(`LISTEN ${channel}`);
      closed.signal.throwIfAborted();
    } catch (error) {
      await fresh.end().catch(() => undefined);
      throw error;
    }
    fresh.on('end', () => {
      void listenAgain();
    });
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

  /**
   * Rings while there is something to ring, else asks whether the server is there; one statement at
   * a time.
   */
  async function talk(): Promise<void> {
    isTalking = true;
    do {
      const [text, values] = isRung
        ? ['SELECT pg_notify($1, $2)', [channel, schema]]
        : ['SELECT 1', []];
      isRung = false;
      await client.query(text, values).catch(() => undefined);
    } while (isRung);
    isTalking = false;
  }

  return {
    ring() {
      isRung = true;
      if (!isTalking) void talk();
    },
    async close() {
      closed.abort();
      clearInterval(pulse);
      await client.end().catch(() => undefined);
    },
  };
}
