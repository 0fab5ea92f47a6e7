import { setTimeout as pause } from 'node:timers/promises';
import type { Route } from '@interline/core/transfer';
import type { RunScene } from './run-scene.ts';
import type { SendOutcome } from './send-until-answered.ts';
import { ServiceDied } from './service-process.ts';
import { longestWaitMs } from '../support/longest-wait.ts';

const lookEveryMs = 40;

/**
 * Looks at the store, so that no status request pushes what the worker should move by itself.
 * Also returns when time is up.
 */
export async function untilEnded(
  { service, transfers }: RunScene,
  outcomes: readonly SendOutcome[],
): Promise<readonly (Route | null)[]> {
  const keys = transfers.map(({ key }) => key);
  const giveUpAtMs = performance.now() + longestWaitMs;
  for (;;) {
    const routes = await service
      .alive()
      .then((alive) => alive.routes(keys))
      .catch((error: unknown) => {
        if (error instanceof ServiceDied) return null;
        throw error;
      });
    if (routes !== null) {
      const isOver = routes.every(
        (route, index) =>
          route?.phase === 'ended' || (route === null && outcomes[index]?.id === null),
      );
      if (isOver || performance.now() > giveUpAtMs) return routes;
    }
    await pause(lookEveryMs);
  }
}
