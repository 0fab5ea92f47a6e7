import { writeFileSync } from 'node:fs';
import { progress } from '../bench-command.ts';
import { type RouteWork, routeWork } from '../count/route-work.ts';
import type { Tally } from '../count/tally.ts';
import type { CpuProfile } from '../cpu/cpu-profile.ts';
import { busyShare, timeByPart } from '../cpu/time-by-part.ts';
import type { BenchScene } from '../scene/bench-scene.ts';
import { onWarmScene } from './on-warm-scene.ts';
import { runFloor } from './run-floor.ts';
import { runSettles } from './run-settles.ts';
import { joined } from './run.ts';
import {
  type Level,
  levelOf,
  type Round,
  type ServiceTime,
  type SettleSummary,
} from './settle-summary.ts';

export interface LevelPlan {
  readonly concurrency: number;
  readonly routes: number;
  readonly warmup: number;
  readonly isProfiled: boolean;
  readonly profileFile: string | null;
}

/** Odd, so that one round that another process disturbed is not the median. */
const roundsOfLevel = 3;

/**
 * One concurrency on chains of its own: a local node gets slower with every block it has, so all
 * levels start from none. Floor and settles take turns, and each round of settles is held against the
 * floor just before it and just after.
 */
export async function measureLevel(plan: LevelPlan): Promise<Level> {
  const { concurrency, routes, isProfiled } = plan;
  const each = Math.ceil(routes / roundsOfLevel);
  return onWarmScene(plan, {}, async (scene, warm) => {
    const rounds: Round[] = [];
    let before = await runFloor(scene, each, concurrency);
    while (rounds.length < roundsOfLevel) {
      progress(`${concurrency} clients, round ${rounds.length + 1} of ${roundsOfLevel}`);
      const settles = await runSettles(scene, each, concurrency);
      const after = await runFloor(scene, each, concurrency);
      rounds.push({ settles, floor: joined(before, after) });
      before = after;
    }
    return levelOf(
      concurrency,
      rounds,
      warm.failures,
      isProfiled
        ? {
            serviceTime: await profiledTime(scene, plan),
            work: (await countedWork(scene, plan)).work,
          }
        : { serviceTime: null, work: null },
    );
  });
}

/** Profiling costs time of its own, so it has routes of its own. */
async function profiledTime(
  { service, ...scene }: BenchScene,
  { routes, concurrency, profileFile }: LevelPlan,
): Promise<ServiceTime | null> {
  const profiles: CpuProfile[] = [];
  await runSettles({ service, ...scene }, routes, concurrency, async (work) => {
    profiles.push(await service.profiled(work));
  });
  const [profile] = profiles;
  if (profile === undefined) return null;
  if (profileFile !== null) writeFileSync(profileFile, JSON.stringify(profile));
  return { busy: busyShare(profile), parts: timeByPart(profile) };
}

/** What the routes of a level ask for, and how often their clients asked for the status. */
export interface CountedLevel {
  readonly concurrency: number;
  readonly settle: Pick<SettleSummary, 'pollsPerRoute' | 'failures'>;
  readonly work: RouteWork | null;
}

/** Nothing but the count, and by which part of the program each statement is asked for. */
export function measureWork(
  plan: Pick<LevelPlan, 'concurrency' | 'routes' | 'warmup'>,
): Promise<CountedLevel> {
  return onWarmScene(plan, {}, (scene) => countedWork(scene, plan, true));
}

/** Counting costs time too, and reads the bodies of all requests. */
async function countedWork(
  scene: BenchScene,
  { routes, concurrency }: Pick<LevelPlan, 'routes' | 'concurrency'>,
  byCaller = false,
): Promise<CountedLevel> {
  const tallies: Tally[] = [];
  const { polls, failures } = await runSettles(scene, routes, concurrency, async (work) => {
    tallies.push(await scene.service.counted(work, byCaller));
  });
  const [tally] = tallies;
  return {
    concurrency,
    settle: { pollsPerRoute: polls / routes, failures },
    work: tally === undefined ? null : routeWork(tally, routes),
  };
}
