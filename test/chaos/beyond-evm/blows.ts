import { setTimeout as pause } from 'node:timers/promises';
import type { SilentProxy } from '../../support/silent-proxy.ts';
import { type SeededChance, seededChance } from '../seeded-chance.ts';
import { ChainTurns } from './chain-turns.ts';
import type { KilledService } from './killed-service.ts';
import { closeLedger, mine, type Nodes, reorg, setFault } from './nodes.ts';

export interface BlowCounts {
  kills: number;
  /** How many routes were under way at the kills, all kills together. */
  caughtByKills: number;
  reorgs: number;
  silences: number;
  horizonFaults: number;
  /** How often a Horizon read no new ledger for some seconds. */
  standstills: number;
}

export interface Struck {
  readonly nodes: Nodes;
  readonly proxies: Readonly<Record<'bitcoin' | 'stellar', SilentProxy>>;
  readonly turns: ChainTurns;
  readonly service: Pick<KilledService, 'stop' | 'start'>;
  readonly underWay: () => number;
}

/**
 * Everything that goes wrong at once, until calm; each kind at moments of its own seed. Horizons are
 * faulty until `paid`: a service that is killed every few seconds has no time to take for lost what
 * one of them does not show.
 */
export async function strike(
  chance: SeededChance,
  { calm, paid }: { readonly calm: AbortSignal; readonly paid: AbortSignal },
  { nodes, proxies, turns, service, underWay }: Struck,
  counts: BlowCounts,
): Promise<void> {
  const again = (
    leastMs: number,
    mostMs: number,
    blow: (own: SeededChance) => Promise<void>,
    until = calm,
  ): Promise<void> => untilCalm(until, chance.between(0, 2 ** 30), leastMs, mostMs, blow);
  // A service that starts on a silent node waits for it: no more than one silence.
  const lines = new ChainTurns();
  const sound = new Set(nodes.horizons);
  /** The end of one fault ends all of that Horizon, so it has one at a time. */
  const hurt = async (horizon: string | undefined, act: (horizon: string) => Promise<void>) => {
    if (horizon === undefined || !sound.delete(horizon)) return;
    await act(horizon);
    await setFault(horizon, null);
    sound.add(horizon);
  };
  await Promise.all([
    again(600, 4_000, async () => {
      counts.kills += 1;
      counts.caughtByKills += underWay();
      await service.stop();
      await lines.alone(() => service.start());
    }),
    again(500, 3_000, async (own) => {
      counts.reorgs += 1;
      await turns.alone(() => reorg(nodes.bitcoin, own));
    }),
    again(500, 4_000, async (own) => {
      counts.silences += 1;
      const proxy = proxies[own.pick(['bitcoin', 'stellar'] as const)];
      const lastsMs = own.between(500, 3_000);
      await lines.alone(async () => {
        proxy.fallSilent();
        await pause(lastsMs);
        proxy.startAnew();
      });
    }),
    again(
      300,
      2_500,
      async (own) => {
        const fault = own.pick(['timeout', 'drop']);
        const [times, lastsMs] = [own.between(1, 3), own.between(300, 2_500)];
        await hurt(own.pick(nodes.horizons), async (horizon) => {
          counts.horizonFaults += 1;
          await setFault(horizon, fault, times);
          await pause(lastsMs);
        });
      },
      paid,
    ),
    again(
      500,
      2_500,
      async (own) => {
        const [ledgers, lastsMs] = [own.between(2, 8), own.between(1_500, 5_000)];
        // The last one confirms what was seen on the first.
        const horizon = own.coin(0.75) ? nodes.horizons.at(-1) : nodes.horizons[0];
        await hurt(horizon, async (still) => {
          counts.standstills += 1;
          await setFault(still, 'stale');
          for (let closed = 0; closed < ledgers; closed += 1) {
            await pause(lastsMs / ledgers);
            await closeLedger(nodes.stellar);
          }
        });
      },
      paid,
    ),
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
