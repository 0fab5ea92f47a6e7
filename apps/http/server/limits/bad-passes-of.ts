import { type ErrorCode, isRelayError, storeFaults } from '@interline/kernel';
import type { IncomingHttpHeaders } from 'node:http';
import type { HttpDeps } from '../http-deps.ts';
import { laneNetwork } from './lane-network.ts';

/** The store had failed, or there was no room for a waiting request; the pass remains valid. */
const notOfThePass: readonly ErrorCode[] = [...storeFaults, 'RATE_LIMITED'];

/** The limit of refused passes, for the sender of one request. */
export interface BadPassesOf {
  /** Throws `RATE_LIMITED` for a sender whose passes were refused too often. */
  assertFew(): void;
  /** Counts a request whose pass was not spent. */
  count(): Promise<void>;
  /**
   * The same where the request ended in that error, unless the error says nothing about the pass.
   */
  countEnd(error: unknown): Promise<void>;
}

/**
 * A page that its visitor only looks at can send what it likes from his address. So what pages of
 * other origins send is counted apart from his own, of all of them together: a client that
 * is not a browser may write any origin.
 */
export function badPassesOf(
  { useCases, executeOrigins }: Pick<HttpDeps, 'useCases' | 'executeOrigins'>,
  network: string,
  { origin }: IncomingHttpHeaders,
): BadPassesOf {
  const { badPasses } = useCases.passes;
  const isLane = network === laneNetwork;
  const presenter = isLane ? 'lane' : 'client';
  const isOtherPage = !isLane && origin !== undefined && executeOrigins?.includes(origin) !== true;
  const sender = isOtherPage ? `pages of other origins at ${network}` : network;
  const count = (): Promise<void> => badPasses.count(sender, presenter);
  return {
    assertFew: () => badPasses.assertFew(sender, presenter),
    count,
    async countEnd(error) {
      if (!isRelayError(error) || !notOfThePass.includes(error.code)) await count();
    },
  };
}
