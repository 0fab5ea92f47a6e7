import { setTimeout as pause } from 'node:timers/promises';
import type { RunChain } from './run-chain.ts';
import type { RunPlan } from './run-plan.ts';
import type { SeededChance } from './seeded-chance.ts';

/** Mines chains by hand, each on its own, at pauses that chance gives. */
export interface HandMiner {
  /** A chain that it mines already is left at that. */
  begin(chains: readonly RunChain[]): void;
  serviceDied(this: void): void;
  serviceIsBack(this: void): void;
  stop(): Promise<void>;
}

export function handMiner(
  chance: SeededChance,
  {
    point: { moment },
    minesWhileDown,
    blockEveryMs: [least, most],
  }: Pick<RunPlan, 'point' | 'minesWhileDown' | 'blockEveryMs'>,
): HandMiner {
  const loops = new Map<number, Promise<void>>();
  let isStopped = false;
  // No block may be faster than the replacement at which the service is to die.
  let isResting = moment.at === 'broadcast' && moment.of === 'replacement';
  const keepMining = async (chain: RunChain): Promise<void> => {
    while (!isStopped) {
      await pause(chance.between(least, most));
      if (!isResting && !isStopped) await chain.mine();
    }
  };
  return {
    begin(chains) {
      for (const chain of chains.filter(({ chainId }) => !loops.has(chainId))) {
        const loop = keepMining(chain);
        // Told when it is stopped.
        loop.catch(() => undefined);
        loops.set(chain.chainId, loop);
      }
    },
    serviceDied: () => {
      isResting = !minesWhileDown;
    },
    serviceIsBack: () => {
      isResting = false;
    },
    async stop() {
      isStopped = true;
      await Promise.all(loops.values());
    },
  };
}
