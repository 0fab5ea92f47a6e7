import { setTimeout as pause } from 'node:timers/promises';
import type { GuardedService } from './guarded-service.ts';
import type { RunScene } from './run-scene.ts';
import { ServiceDied } from './service-process.ts';
import { longestWaitMs } from '../support/longest-wait.ts';

const lookEveryMs = 40;

/**
 * Ends the chains' own mining. A refund's destination still mines, until the ban on it is in a
 * block.
 */
export async function stopMining({ plan, chains, transfers }: RunScene): Promise<void> {
  if (!plan.minesByHand) return;
  const banned = plan.scenario === 'refund' ? transfers[0]?.plan.to : null;
  await Promise.all(
    chains.filter(({ chainId }) => chainId !== banned).map((chain) => chain.automine(false)),
  );
}

/** From now on no payout to these can succeed. */
export async function banRecipients({ chains, transfers }: RunScene): Promise<void> {
  await Promise.all(
    chains.map(async (chain) => {
      await chain.ban(
        transfers
          .filter(({ plan }) => plan.isBanned && plan.to === chain.chainId)
          .map(({ recipient }) => recipient),
      );
      await chain.automine(false);
    }),
  );
}

/**
 * Every transfer's payout is committed, so that it waits in its destination's mempool or for the
 * batch after the one there. Also returns when time is up.
 */
export async function untilPayoutsWait({ service, transfers }: RunScene): Promise<void> {
  const giveUpAtMs = performance.now() + longestWaitMs;
  while ((await committedPayouts(service)) < transfers.length && performance.now() < giveUpAtMs)
    await pause(lookEveryMs);
}

async function committedPayouts(service: GuardedService): Promise<number> {
  return service
    .alive()
    .then((alive) => alive.audit([]))
    .then(
      ({ openTransactions }) =>
        openTransactions.filter(({ purpose }) => purpose === 'payout').length,
      (error: unknown) => {
        if (error instanceof ServiceDied) return 0;
        throw error;
      },
    );
}
