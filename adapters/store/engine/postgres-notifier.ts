import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@interline/ports';
import type pg from 'pg';
import { deadlineClient } from './deadline-client.ts';
import type { Notifier, NotifierParts } from './dialect.ts';
import { causeOf } from './store-down.ts';

const jobsChannel = 'interline_jobs';
const routesChannel = 'interline_routes';
/** A lost connection is replaced after this long; until then all are left to their own looks. */
const reconnectAfterMs = 1_000;

interface NotifierPlace {
  readonly url: string;
  readonly schema: string;
  /** How long a statement may go unanswered, and how often the connection is tried. */
  readonly answerWithinMs: number;
}

/**
 * LISTEN and NOTIFY on a connection of its own. It says things after the commit and not within it:
 * a commit that notifies takes a lock that all of them share, and what is not heard costs one look.
 * Payloads are ids, never what is kept under them.
 */
export async function postgresNotifier(
  { url, schema, answerWithinMs }: NotifierPlace,
  { hear, execute, log }: NotifierParts,
): Promise<Notifier> {
  const closed = new AbortController();
  const Client = deadlineClient(answerWithinMs);
  const hearing = new Hearing(log, hear.gap);
  // Said to ourselves alone.
  const pulseChannel = `interline_pulse_${randomUUID().replaceAll('-', '')}`;
  let onPulse = (): void => undefined;
  let client = await listen().catch((error: unknown) => {
    hearing.missing(causeOf(error));
    return null;
  });
  let isTalking = false;
  // By payload, so that a payload that is notified twice before it is sent is sent once.
  let unsaid = new Map<string, string>();
  if (client === null) void listenAgain();
  void pulseUntilClosed();

  async function listen(): Promise<pg.Client> {
    const fresh = new Client({
      connectionString: url,
      connectionTimeoutMillis: answerWithinMs,
      keepAlive: true,
      application_name: 'interline-notifier',
    });
    fresh.on('error', () => undefined);
    try {
      await fresh.connect();
      const own: unknown = (await fresh.query<{ pid: number }>('SELECT pg_backend_pid() AS pid'))
        .rows[0]?.pid;
      fresh.on('notification', ({ channel, payload = '', processId }) => {
        if (channel === pulseChannel) onPulse();
        else if (processId !== own) heard(channel, payload);
      });
      await fresh.query(`LISTEN ${jobsChannel}; LISTEN ${routesChannel}; LISTEN ${pulseChannel}`);
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

  /** Stores of other schemas say things too. */
  function heard(channel: string, payload: string): void {
    if (channel === jobsChannel && payload === schema) hear.jobs();
    if (channel === routesChannel && payload.startsWith(`${schema} `))
      hear.route(payload.slice(schema.length + 1));
  }

  async function listenAgain(): Promise<void> {
    for (;;) {
      await rested(reconnectAfterMs);
      if (closed.signal.aborted) return;
      try {
        client = await listen();
        hearing.opened();
        return;
      } catch {
        // The database is still away, or the notifier was closed.
      }
    }
  }

  /**
   * A connection that only listens would never notice that the server is gone, nor that a pooler
   * has lent its session to another: it must hear what another connection says to it.
   */
  async function pulseUntilClosed(): Promise<void> {
    while (!closed.signal.aborted) {
      const listening = client;
      if (listening !== null) await pulse(listening).catch(() => undefined);
      await rested(answerWithinMs);
    }
  }

  async function pulse(listening: pg.Client): Promise<void> {
    await listening.query('SELECT 1');
    const heardOwn = new Promise<boolean>((resolve) => {
      onPulse = () => resolve(true);
    });
    await execute('SELECT pg_notify($1, $2)', [pulseChannel, '']);
    const isHeard = await Promise.race([heardOwn, rested(answerWithinMs).then(() => false)]);
    if (closed.signal.aborted) return;
    if (isHeard) return hearing.proven();
    hearing.missing('EUNHEARD');
    // Its 'end' has another one opened.
    await listening.end();
  }

  /** After that time, or once the notifier is closed. */
  async function rested(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: closed.signal, ref: false }).catch(() => undefined);
  }

  /** One statement at a time, and all that was given meanwhile with the next. */
  async function talk(): Promise<void> {
    isTalking = true;
    while (unsaid.size > 0) {
      const [payloads, channels] = [[...unsaid.keys()], [...unsaid.values()]];
      unsaid = new Map();
      await client
        ?.query(
          'SELECT pg_notify(said.channel, said.payload) FROM unnest($1::text[], $2::text[]) AS said (channel, payload)',
          [channels, payloads],
        )
        .catch(() => undefined);
    }
    isTalking = false;
  }

  function say(channel: string, payload: string): void {
    unsaid.set(payload, channel);
    if (!isTalking) void talk();
  }

  return {
    sayJobs: () => say(jobsChannel, schema),
    sayRoute: (id) => say(routesChannel, `${schema} ${id}`),
    async close() {
      closed.abort();
      await client?.end().catch(() => undefined);
    },
  };
}

/** Whether notifications come through: the log has it once when they cease to, and once when they do again. */
class Hearing {
  readonly #log: Log | null;
  readonly #onGap: () => void;
  #isDeaf = false;

  constructor(log: Log | null, onGap: () => void) {
    this.#log = log;
    this.#onGap = onGap;
  }

  /** A new connection listens, and what was said meanwhile was not heard. */
  opened(): void {
    // Through a pooler it will hear as little as the one before.
    if (!this.#isDeaf) this.#onGap();
  }

  proven(): void {
    if (!this.#isDeaf) return;
    this.#isDeaf = false;
    this.#log?.info('store-notifications-heard-again');
    this.#onGap();
  }

  missing(cause: string): void {
    if (!this.#isDeaf) this.#log?.warn('store-notifications-unheard', { cause, remedy });
    this.#isDeaf = true;
  }
}

const remedy =
  'a pooler in transaction mode passes none on: give this process a direct connection to the database, or one through a pooler in session mode; until then it looks every few seconds';
