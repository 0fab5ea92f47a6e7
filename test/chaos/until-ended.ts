import { setTimeout as pause } from 'node:timers/promises';
import type { Route } from '@interline/core/transfer';
import { isOver } from './is-over.ts';
import type { RunScene } from './run-scene.ts';
import type { SendOutcome } from './send-until-answered.ts';
import { longestWaitMs } from '../support/longest-wait.ts';

const lookEveryMs = 80;

export interface EndOptions {
  /**
   * Whether the store went back in time by now: what it leaves to a person is an end as well.
   */
  readonly wasRestored: (this: void) => boolean;
}

/**
 * Looks at the store, so that no status request pushes what the worker should move by itself.
 * Also returns when time is up.
 */
export async function untilEnded(
  { service, transfers }: RunScene,
  outcomes: readonly SendOutcome[],
  { wasRestored }: EndOptions,
): Promise<readonly (Route | null)[]> {
  const keys = transfers.map(({ key }) => key);
  const giveUpAtMs = performance.now() + longestWaitMs;
  for (;;) {
    const seen = await service.ask(async (alive) => ({
      routes: await alive.routes(keys),
      audit: wasRestored() ? await alive.audit([]) : null,
    }));
    const areOver = transfers.every((transfer, index) =>
      isOver(transfer, { route: seen.routes[index] ?? null, outcome: outcomes[index] }, seen.audit),
    );
    if (areOver || performance.now() > giveUpAtMs) return seen.routes;
    await pause(lookEveryMs);
  }
}
