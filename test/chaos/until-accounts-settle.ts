import { setTimeout as pause } from 'node:timers/promises';
import { isStoreBehind } from '@interline/core/transactions';
import type { RunScene } from './run-scene.ts';
import { longestWaitMs } from '../support/longest-wait.ts';

const lookEveryMs = 100;

/**
 * An account that stopped while the nodes disagreed runs again, or stands still for a reason, once a
 * sweep has read them after the weather; the sweep has its own pace. Also returns when time is up.
 */
export async function untilAccountsSettle(
  { service, chains }: Pick<RunScene, 'service' | 'chains'>,
  wasRestored: boolean,
): Promise<void> {
  const { accounts } = service;
  const giveUpAtMs = performance.now() + longestWaitMs;
  for (;;) {
    const { accounts: records } = await service.ask((alive) => alive.audit([]));
    const settled = await Promise.all(
      chains.flatMap((chain) =>
        [accounts.spender, accounts.float].map(async (account) => {
          const record = records.find((one) => one.chain === chain.ref && one.account === account);
          if (record === undefined || isStoreBehind(record.stopped)) return true;
          if (record.stopped !== null) return false;
          return !wasRestored || (await chain.nonces(account)).pending <= record.nextSlot;
        }),
      ),
    );
    if (settled.every(Boolean) || performance.now() > giveUpAtMs) return;
    await pause(lookEveryMs);
  }
}
