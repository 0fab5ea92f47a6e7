import fc from 'fast-check';
import { ask, checkAnnounced, type Input } from '../openapi/ask.ts';
import type { Operation, ServedDocument } from '../openapi/document.ts';
import { hostileBodies } from './hostile-bodies.ts';

export interface FuzzRun {
  readonly url: string;
  readonly document: ServedDocument;
  readonly bodies: number;
  readonly seed: number;
  /** Requests that are under way at one time. */
  readonly atOnce: number;
}

export interface FuzzCount {
  /** Answers by status. */
  readonly statuses: ReadonlyMap<number, number>;
  readonly slowestMs: number;
}

const drawnAtOnce = 500;

/**
 * Sends hostile bodies to every POST in turn; throws at the first answer that is a fault or was not
 * announced.
 */
export async function fuzzPosts({
  url,
  document,
  bodies,
  seed,
  atOnce,
}: FuzzRun): Promise<FuzzCount> {
  const posts = document.operations.filter(
    (operation) =>
      operation.method === 'POST' &&
      operation.requestBody?.content['application/json'] !== undefined,
  );
  const statuses = new Map<number, number>();
  let slowestMs = 0;

  async function send(operation: Operation, body: Buffer): Promise<void> {
    const input: Input = { body };
    const startedAt = performance.now();
    const answer = await ask(url, operation, input);
    slowestMs = Math.max(slowestMs, performance.now() - startedAt);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    checkAnnounced(document, operation, { body: body.toString('latin1') }, answer);
  }

  for (let sent = 0; sent < bodies;) {
    const operation = posts[Math.floor(sent / drawnAtOnce) % posts.length];
    if (operation === undefined) throw new Error('the document has no POST');
    const drawn = bodiesFor(
      document,
      operation,
      Math.min(drawnAtOnce, bodies - sent, Math.ceil(bodies / posts.length)),
      seed + sent,
    );
    sent += drawn.length;
    const left = [...drawn];
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let body = left.pop(); body !== undefined; body = left.pop())
          await send(operation, body);
      }),
    );
  }
  return { statuses, slowestMs };
}

function bodiesFor(
  document: ServedDocument,
  operation: Operation,
  numRuns: number,
  seed: number,
): readonly Buffer[] {
  const good = operation.requestBody?.content['application/json']?.example as Readonly<
    Record<string, unknown>
  >; // CAST: a test of the document asks that it is there.
  return fc.sample(hostileBodies(document, document.bodyOf(operation) ?? {}, good), {
    numRuns,
    seed,
  });
}
