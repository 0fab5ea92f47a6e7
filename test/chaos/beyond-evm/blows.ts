import { setTimeout as pause } from 'node:timers/promises';
import type { SilentProxy } from '../../support/silent-proxy.ts';
import { type SeededChance, seededChance } from '../seeded-chance.ts';
import type { ChainTurns } from './chain-turns.ts';
import { mine, type Nodes, reorg, setFault } from './nodes.ts';

export interface BlowCounts {
  kills: number;
  /** How many routes were under way at the kills, all kills together. */
  caughtByKills: number;
  reorgs: number;
  silences: number;
  horizonFaults: number;
}

export interface Struck {
  readonly nodes: Nodes;
  readonly proxies: Readonly<Record<'bitcoin' | 'stellar', SilentProxy>>;
  readonly turns: ChainTurns;
  readonly kill: () => Promise<void>;
  readonly underWay: () => number;
}

/** Everything that goes wrong at once, until calm; each kind at moments of its own seed. */
export async function strike(
  chance: SeededChance,
  calm: AbortSignal,
  { nodes, proxies, turns, kill, underWay }: Struck,
  counts: BlowCounts,
): Promise<void> {
  const again = (
    leastMs: number,
    mostMs: number,
    blow: (own: SeededChance) => Promise<void>,
  ): Promise<void> => untilCalm(calm, chance.between(0, 2 ** 30), leastMs, mostMs, blow);
  await Promise.all([
    again(600, 4_000, async () => {
      counts.kills += 1;
      counts.caughtByKills += underWay();
      await kill();
    }),
    again(500, 3_000, async (own) => {
      counts.reorgs += 1;
      await turns.alone(() => reorg(nodes.bitcoin, own));
    }),
    again(500, 4_000, async (own) => {
      counts.silences += 1;
      const proxy = proxies[own.pick(['bitcoin', 'stellar'] as const)];
      proxy.fallSilent();
      await pause(own.between(500, 3_000));
      proxy.recover();
    }),
    again(300, 2_500, async (own) => {
      counts.horizonFaults += 1;
      const fault = own.pick(['stale', 'timeout', 'drop']);
      const horizon = own.pick(nodes.horizons);
      await setFault(horizon, fault, fault === 'stale' ? undefined : own.between(1, 3));
      await pause(own.between(300, 2_500));
      await setFault(horizon, null);
    }),
  ]);
}

/** Blocks also where nothing waits for one: deposits get deeper. */
export async function keepMining(
  { nodes, turns }: Pick<Struck, 'nodes' | 'turns'>,
  ended: AbortSignal,
): Promise<void> {
  while (!ended.aborted) {
    await turns.alone(() => mine(nodes.bitcoin, 1));
    await pause(300);
  }
}

async function untilCalm(
  calm: AbortSignal,
  seed: number,
  leastMs: number,
  mostMs: number,
  blow: (own: SeededChance) => Promise<void>,
): Promise<void> {
  const own = seededChance(seed);
  for (;;) {
    await pause(own.between(leastMs, mostMs));
    if (calm.aborted) return;
    await blow(own);
  }
}
