import { isRelayError, storeFaults } from '@interline/kernel';
import type { HttpDeps } from '../http-deps.ts';
import { laneNetwork } from './lane-network.ts';

/** The bound of passes that are not taken, for the sender of one request. */
export interface BadPassesOf {
  /** Throws `RATE_LIMITED` for a sender whose passes were not taken too often. */
  assertFew(): void;
  /** Counts a request whose pass was not spent. */
  count(): Promise<void>;
  /** The same where it ended so, unless the store had failed: that says nothing of the pass. */
  countEnd(error: unknown): Promise<void>;
}

export function badPassesOf(
  { useCases: { passes } }: Pick<HttpDeps, 'useCases'>,
  network: string,
): BadPassesOf {
  const { badPasses } = passes;
  const presenter = network === laneNetwork ? 'lane' : 'client';
  const count = (): Promise<void> => badPasses.count(network, presenter);
  return {
    assertFew: () => badPasses.assertFew(network, presenter),
    count,
    async countEnd(error) {
      if (!isRelayError(error) || !storeFaults.includes(error.code)) await count();
    },
  };
}
