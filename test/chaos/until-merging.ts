import { setTimeout as pause } from 'node:timers/promises';
import type { GuardedService } from './guarded-service.ts';

const mergingWithinMs = 60_000;
const lookEveryMs = 20;

/**
 * Resolves once the service's accounts are delegated on both chains. Throws when that takes too
 * long.
 */
export async function untilMerging(service: Pick<GuardedService, 'alive'>): Promise<void> {
  const giveUpAtMs = performance.now() + mergingWithinMs;
  while (!(await service.alive().then((alive) => alive.isMerging()))) {
    if (performance.now() > giveUpAtMs) throw new Error('the service merges nothing yet');
    await pause(lookEveryMs);
  }
}
