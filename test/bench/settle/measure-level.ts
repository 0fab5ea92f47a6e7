import { writeFileSync } from 'node:fs';
import { type RouteWork, routeWork } from '../count/route-work.ts';
import type { Tally } from '../count/tally.ts';
import type { CpuProfile } from '../cpu/cpu-profile.ts';
import { busyShare, timeByPart } from '../cpu/time-by-part.ts';
import type { BenchScene } from '../scene/bench-scene.ts';
import { onWarmScene } from './on-warm-scene.ts';
import { runFloor } from './run-floor.ts';
import { runSettles } from './run-settles.ts';
import { joined } from './run.ts';
import { type Level, levelOf, type ServiceTime } from './settle-summary.ts';

export interface LevelPlan {
  readonly concurrency: number;
  readonly routes: number;
  readonly warmup: number;
  readonly isProfiled: boolean;
  readonly profileFile: string | null;
}

/**
 * One concurrency on chains of its own: a local node gets slower with every block it has, so all
 * levels start from none, and the floor is run before the settles and once more after them.
 */
export async function measureLevel(plan: LevelPlan): Promise<Level> {
  const { concurrency, routes, isProfiled } = plan;
  return onWarmScene(plan, {}, async (scene, warm) => {
    const early = await runFloor(scene, routes, concurrency);
    const settles = await runSettles(scene, routes, concurrency);
    const late = await runFloor(scene, routes, concurrency);
    const failures = [...warm.failures, ...settles.failures];
    return levelOf(
      concurrency,
      { ...settles, failures },
      joined(early, late),
      isProfiled
        ? { serviceTime: await profiledTime(scene, plan), work: await countedWork(scene, plan) }
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

/** Counting costs time too, and reads the bodies of all requests. */
async function countedWork(
  scene: BenchScene,
  { routes, concurrency }: LevelPlan,
): Promise<RouteWork | null> {
  const tallies: Tally[] = [];
  await runSettles(scene, routes, concurrency, async (work) => {
    tallies.push(await scene.service.counted(work));
  });
  const [tally] = tallies;
  return tally === undefined ? null : routeWork(tally, routes);
}
