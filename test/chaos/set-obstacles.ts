import { setTimeout as pause } from 'node:timers/promises';
import type { RunScene } from './run-scene.ts';

const payoutsWithinMs = 10_000;
const lookEveryMs = 40;

/** Ends the chains' own mining. A refund's destination still mines, until the ban on it is in a block. */
export async function stopMining({ plan, chains, transfers }: RunScene): Promise<void> {
  if (!plan.minesByHand) return;
  const banned = plan.scenario === 'refund' ? transfers[0]?.plan.to : null;
  await Promise.all(chains.filter(({ chainId }) => chainId !== banned).map((chain) => chain.automine(false)));
}

/** From now on no payout to these can succeed. */
export async function banRecipients({ chains, transfers }: RunScene): Promise<void> {
  await Promise.all(chains.map(async (chain) => {
    await chain.ban(transfers.filter(({ plan }) => plan.isBanned && plan.to === chain.chainId).map(({ recipient }) => recipient));
    await chain.automine(false);
  }));
}

/** Every transfer's payout waits in its destination's mempool. Also returns when time is up. */
export async function untilPayoutsWait({ service, chains, transfers }: RunScene): Promise<void> {
  const giveUpAtMs = performance.now() + payoutsWithinMs;
  for (const chain of chains) {
    const wanted = transfers.filter(({ plan }) => plan.to === chain.chainId).length;
    for (;;) {
      const { mined, pending } = await chain.nonces(service.accounts.float);
      if (pending - mined >= wanted || performance.now() > giveUpAtMs) break;
      await pause(lookEveryMs);
    }
  }
}
