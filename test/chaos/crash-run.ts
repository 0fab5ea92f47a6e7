import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Devnet } from '@interline/devnet';
import type { Policy } from '@interline/core/switches';
import type { Route } from '@interline/core/transfer';
import { freePort } from './free-port.ts';
import { gatherFacts } from './gather-facts.ts';
import { guardService } from './guarded-service.ts';
import { type HandMiner, handMiner } from './hand-miner.ts';
import { judgeRun } from './judge-run.ts';
import type { StoreAudit } from './process-messages.ts';
import { type RunChain, runChain } from './run-chain.ts';
import { runChains, type RunPlan, runPlan } from './run-plan.ts';
import type { RunScene } from './run-scene.ts';
import { signTransfers } from './run-transfer.ts';
import { seededChance } from './seeded-chance.ts';
import { type SendOutcome, sendUntilAnswered } from './send-until-answered.ts';
import type { ServicePool } from './service-pool.ts';
import { banRecipients, stopMining, untilPayoutsWait } from './set-obstacles.ts';
import { untilEnded } from './until-ended.ts';
import { untilMerging } from './until-merging.ts';
import type { Violation } from './violation.ts';
import { fastFolder } from '../support/fast-folder.ts';
import { longestWaitMs } from '../support/longest-wait.ts';

export interface CrashRunOptions {
  readonly devnet: Devnet;
  readonly pool: ServicePool;
  /** Lets the service forget that it has paid, to see that the verdict notices. */
  readonly paysTwice?: boolean;
}

export type TransferEnd = 'done' | 'refunded' | 'untouched';

export interface CrashRunResult {
  readonly plan: RunPlan;
  /** The process died where it was armed, and not for want of it at the end. */
  readonly isHit: boolean;
  /** Lives of the service that ended before the last one. */
  readonly deaths: number;
  readonly violations: readonly Violation[];
  /** How the transfers ended: delivered, given back, or never accepted and never debited. */
  readonly ends: Readonly<Record<TransferEnd, number>>;
  readonly merged: StoreAudit['merged'];
  /**
   * From the restart to the first change of the route that waited longest for one, and to the last
   * one's end; 0 where all had ended before.
   */
  readonly slowestMoveMs: number;
  readonly slowestEndMs: number;
  readonly tookMs: number;
}

/** Transactions in flight are looked after quickly, so that a run takes seconds. */
const impatient: Partial<Policy> = {
  rebroadcastAfterMs: 150,
  bumpAfterMs: 60_000,
  patienceMs: 3_000,
  retryAfterMs: 100,
  refundRetryMs: 300,
};
const bumpSoonMs = 150;

/** One seeded run: send, die, come back, finish, then compare everything with everything. */
export async function crashRun(
  seed: number,
  { devnet, pool, paysTwice = false }: CrashRunOptions,
): Promise<CrashRunResult> {
  const beganMs = performance.now();
  const plan = runPlan(seed);
  const chains = devnet.chains.map(runChain);
  const dataDir = await mkdtemp(join(fastFolder, 'interline-crash-'));
  const miner = handMiner(seededChance(seed + 1_000_000), plan);
  const policy = {
    ...impatient,
    ...(plan.scenario === 'replacement' ? { bumpAfterMs: bumpSoonMs } : {}),
  };
  if (plan.batching === 'opening') await takeOverMining(chains, miner);
  const service = await guardService(pool, {
    start: {
      devnetUrl: devnet.url,
      dataDir,
      port: await freePort(),
      policy,
      paysTwice,
      batching: plan.batching === 'off' ? [] : runChains,
    },
    crashes: plan.crashes,
    onDeath: miner.serviceDied,
    onRestart: miner.serviceIsBack,
  });
  try {
    if (plan.batching === 'open') await untilMerging(service);
    const transfers = await signTransfers(devnet, service, plan);
    const before = await Promise.all(
      chains.map(async (chain) => ({
        block: await chain.head(),
        float: await chain.usdcOf(service.accounts.float),
      })),
    );
    const result = await drive({ plan, service, chains, transfers, before }, miner);
    return { plan, ...result, tookMs: performance.now() - beganMs };
  } finally {
    // Where the chains are gone, the run has failed already and says so.
    await Promise.allSettled([miner.stop(), service.stop()]);
    await Promise.allSettled(chains.map((chain) => chain.automine(true)));
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** From the first block of the service's life on. */
async function takeOverMining(chains: readonly RunChain[], miner: HandMiner): Promise<void> {
  await Promise.all(chains.map((chain) => chain.automine(false)));
  miner.begin(chains);
}

async function drive(
  scene: RunScene,
  miner: HandMiner,
): Promise<Omit<CrashRunResult, 'plan' | 'tookMs'>> {
  const { service, chains } = scene;
  await stopMining(scene);
  const outcomes = await sendAll(scene, miner);
  let routes = await untilEnded(scene, outcomes);
  const isHit = service.deaths() > 0;
  if (!isHit) {
    await service.kill();
    routes = await untilEnded(scene, outcomes);
  }
  const endedMs = performance.now();
  await miner.stop();
  // What waits in a mempool by mistake shows in the balances.
  await Promise.all(
    chains.map(async (chain) => {
      await chain.automine(true);
      await chain.mine();
    }),
  );

  const facts = await gatherFacts(scene, outcomes, routes);
  const slowestMoveMs = Math.max(...facts.transfers.map((one) => one.movedAfterMs ?? 0));
  const readyMs = (await service.alive()).readyAtMs();
  return {
    isHit,
    deaths: service.deaths(),
    violations: judgeRun(facts),
    ends: endsOf(routes),
    merged: facts.audit.merged,
    slowestMoveMs,
    slowestEndMs: slowestMoveMs === 0 ? 0 : Math.max(0, endedMs - readyMs),
  };
}

/** Every client asks until it is answered; then what the scenario has in store for the payouts. */
async function sendAll(scene: RunScene, miner: HandMiner): Promise<readonly SendOutcome[]> {
  const { plan, service, chains, transfers } = scene;
  const giveUpAtMs = performance.now() + longestWaitMs;
  const send = () =>
    Promise.all(transfers.map((one) => sendUntilAnswered(service, one, giveUpAtMs)));
  switch (plan.scenario) {
    case 'normal':
    case 'replacement': {
      if (plan.minesByHand) miner.begin(chains);
      return send();
    }
    case 'refund': {
      const outcomes = await send();
      await banRecipients(scene);
      miner.begin(chains);
      return outcomes;
    }
    case 'late-refund': {
      miner.begin(chains.filter(({ chainId }) => chainId === transfers[0]?.plan.from));
      const outcomes = await send();
      await untilPayoutsWait(scene);
      await banRecipients(scene);
      miner.begin(chains);
      return outcomes;
    }
  }
}

function endsOf(routes: readonly (Route | null)[]): CrashRunResult['ends'] {
  const count = (status: Route['status'] | undefined): number =>
    routes.filter((route) => route?.status === status).length;
  return { done: count('DONE'), refunded: count('FAILED'), untouched: count(undefined) };
}
