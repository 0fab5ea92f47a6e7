import { setTimeout as pause } from 'node:timers/promises';
import type { HttpLink } from '../load/http-link.ts';
import type { PollPace } from './poll-pace.ts';
import type { PresignedRoute } from './presigned-routes.ts';

export interface Settled {
  /** From the POST until the receipt says DONE, as the client sees it. */
  readonly doneMs: number;
  /** From the POST until its answer. */
  readonly acceptedMs: number;
  readonly polls: number;
  /** What the receipt says was paid out; nothing for a route that failed. */
  readonly paidUnits: bigint;
  /** The service's own words; null for a route that is done. */
  readonly failure: string | null;
}

const givenUpAfterMs = 60_000;

/** One client: posts, then asks for the status until the route ends. */
export async function settleRoute(
  link: HttpLink,
  pace: PollPace,
  { body }: PresignedRoute,
): Promise<Settled> {
  const startMs = performance.now();
  const accepted = await link.post('/api/route/execute', body);
  const acceptedMs = performance.now() - startMs;
  if (accepted.status !== 200)
    return {
      doneMs: acceptedMs,
      acceptedMs,
      polls: 0,
      paidUnits: 0n,
      failure: JSON.stringify(accepted.body),
    };

  const path = `/api/route/status?id=${String(accepted.body['id'])}`;
  await pause(pace.firstPauseMs());
  for (let polls = 1; ; polls += 1) {
    const { body: receipt } = await link.get(path);
    const doneMs = performance.now() - startMs;
    if (receipt['status'] === 'DONE') {
      pace.done(doneMs - acceptedMs, polls);
      return {
        doneMs,
        acceptedMs,
        polls,
        paidUnits: BigInt(String(receipt['bridged'])),
        failure: null,
      };
    }
    if (receipt['status'] !== 'BRIDGING' || doneMs > givenUpAfterMs)
      return { doneMs, acceptedMs, polls, paidUnits: 0n, failure: JSON.stringify(receipt) };
    await pause(pace.nextPauseMs(doneMs));
  }
}
