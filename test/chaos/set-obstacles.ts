import { setTimeout as pause } from 'node:timers/promises';
import type { RunScene } from './run-scene.ts';
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
 * batch after the one there; or its route has ended without one. Also returns when time is up.
 */
export async function untilPayoutsWait(scene: RunScene): Promise<void> {
  const giveUpAtMs = performance.now() + longestWaitMs;
  while ((await payoutsToCome(scene)) > 0 && performance.now() < giveUpAtMs)
    await pause(lookEveryMs);
}

async function payoutsToCome({ service, transfers }: RunScene): Promise<number> {
  const keys = transfers.map(({ key }) => key);
  const [{ openTransactions }, routes] = await service.ask((alive) =>
    Promise.all([alive.audit([]), alive.routes(keys)]),
  );
  const committed = openTransactions.filter(({ purpose }) => purpose === 'payout').length;
  const ended = routes.filter((route) => route?.phase === 'ended').length;
  return transfers.length - committed - ended;
}
