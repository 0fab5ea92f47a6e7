// Loaded into the service's process before its own code: counts its statements and RPC calls while
// the benchmark asks for it. Not for import.
import Database from 'better-sqlite3';
import diagnostics from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';
import pg from 'pg';
import { Counts, type Tally, withCallers } from './tally.ts';

const ways = ['all', 'get', 'run', 'iterate'] as const;
const posted = 'undici:request:create';

/** Serialization failure and deadlock. */
const conflictCodes = ['40001', '40P01'];

let stop: (() => Tally) | null = null;

// CAST: only the benchmark writes to this channel.
process.on('message', (message) =>
  obey(message as { kind: string; file: string; byCaller?: boolean }),
);
process.channel?.unref();

function obey({
  kind,
  file,
  byCaller = false,
}: {
  kind: string;
  file: string;
  byCaller?: boolean;
}): void {
  if (kind === 'count') stop = startCount(byCaller);
  else if (kind === 'counted') writeFileSync(file, JSON.stringify(stop?.()));
  else return;
  process.send?.({ kind: 'obeyed' });
}

function startCount(byCaller: boolean): () => Tally {
  const [statements, calls] = [new Counts(), new Counts()];
  let posts = 0;
  const countPost = (message: unknown): void => {
    // CAST: the channel's own message.
    const methods = methodsIn((message as { request: { body: unknown } }).request.body);
    if (methods.length > 0) posts += 1;
    for (const method of methods) calls.add(method);
  };
  diagnostics.subscribe(posted, countPost);
  const count = (text: string): void =>
    statements.add(byCaller ? withCallers(text, stackNow()) : text);
  let conflicts = 0;
  const restores = [
    countStatements(count),
    countQueries(count, (error) => {
      if (conflictCodes.includes(codeOf(error))) conflicts += 1;
    }),
  ];
  return () => {
    diagnostics.unsubscribe(posted, countPost);
    for (const restore of restores) restore();
    return { statements: statements.read(), calls: calls.read(), posts, conflicts };
  };
}

/** Wraps what every connection's statements share; returns what undoes it. */
function countStatements(count: (text: string) => void): () => void {
  const any = new Database(':memory:');
  // CAST: a statement's prototype has its methods.
  const shared = Object.getPrototypeOf(any.prepare('SELECT 1')) as Readonly<
    Record<(typeof ways)[number], (...values: readonly unknown[]) => unknown>
  >;
  any.close();
  const own = { ...shared };
  for (const way of ways)
    Object.assign(shared, {
      [way](this: Database.Statement, ...values: unknown[]): unknown {
        count(this.source);
        return own[way].apply(this, values);
      },
    });
  return () => void Object.assign(shared, own);
}

/** The same for PostgreSQL, with what each query fails of. */
function countQueries(count: (text: string) => void, failed: (error: unknown) => void): () => void {
  // CAST: a client's prototype has this method.
  const shared = pg.Client.prototype as unknown as Record<'query', Query>;
  const { query } = shared;
  shared.query = function (this: unknown, ...given) {
    const [config] = given;
    count(typeof config === 'string' ? config : String((config as { text?: unknown }).text)); // CAST: pg's own form.
    const last = given.at(-1);
    if (typeof last === 'function')
      given[given.length - 1] = (error: unknown, ...results: unknown[]): void => {
        if (error != null) failed(error);
        // CAST: its caller's.
        (last as (...told: unknown[]) => void)(error, ...results);
      };
    const asked: unknown = query.apply(this, given);
    if (asked instanceof Promise) asked.catch(failed);
    return asked;
  };
  return () => void (shared.query = query);
}

type Query = (this: unknown, ...given: unknown[]) => unknown;

function codeOf(error: unknown): string {
  return error instanceof pg.DatabaseError ? (error.code ?? '') : '';
}

/** Deep, because what awaits a statement stands below the driver and the store's own frames. */
function stackNow(): string {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 60;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = stackTraceLimit;
  return stack;
}

/** Empty where the body is not JSON-RPC. */
function methodsIn(body: unknown): readonly string[] {
  if (!Buffer.isBuffer(body)) return [];
  // CAST: only a method is read of it, if it has one.
  const parsed = JSON.parse(body.toString()) as { method?: unknown } | { method?: unknown }[];
  return [parsed].flat().flatMap(({ method }) => (typeof method === 'string' ? [method] : []));
}
