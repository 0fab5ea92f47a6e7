import { setTimeout as pause } from 'node:timers/promises';
import type { GuardedService } from './guarded-service.ts';
import { longestWaitMs } from '../support/longest-wait.ts';

const lookEveryMs = 20;

/**
 * Resolves once the service's accounts are delegated on both chains. Throws when that takes too
 * long.
 */
export async function untilMerging(service: Pick<GuardedService, 'ask'>): Promise<void> {
  const giveUpAtMs = performance.now() + longestWaitMs;
  while (!(await service.ask((alive) => alive.isMerging()))) {
    if (performance.now() > giveUpAtMs) throw new Error('the service merges nothing yet');
    await pause(lookEveryMs);
  }
}
