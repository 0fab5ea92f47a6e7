import { mkdtemp, rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { join } from 'node:path';
import type { Devnet } from '@interline/devnet';
import type { Policy } from '@interline/core/switches';
import type { DealtTally } from './hostile-rpc/hostile-endpoint.ts';
import { freePort } from './free-port.ts';
import { gatherFacts } from './gather-facts.ts';
import { guardService } from './guarded-service.ts';
import { type HandMiner, handMiner } from './hand-miner.ts';
import { judgedBooks } from './judged-books.ts';
import { judgeRun } from './judge-run.ts';
import { plantLoss } from './plant-loss.ts';
import type { StoreAudit } from './process-messages.ts';
import { type RunChain, runChain } from './run-chain.ts';
import { runChains, type RunPlan, runPlan } from './run-plan.ts';
import type { RunFacts } from './run-facts.ts';
import type { RunScene } from './run-scene.ts';
import { type DatabaseKind, postgresRunStore, type RunStore, sqliteRunStore } from './run-store.ts';
import { type RunWeather, runWeather } from './run-weather.ts';
import { signTransfers } from './run-transfer.ts';
import { seededChance } from './seeded-chance.ts';
import { type SendOutcome, sendUntilAnswered } from './send-until-answered.ts';
import type { ServicePool } from './service-pool.ts';
import { banRecipients, stopMining, untilPayoutsWait } from './set-obstacles.ts';
import { untilAccountsSettle } from './until-accounts-settle.ts';
import { untilEnded } from './until-ended.ts';
import { untilMerging } from './until-merging.ts';
import type { Violation } from './violation.ts';
import { waitsForPerson } from './waits-for-person.ts';
import { fastFolder } from '../support/fast-folder.ts';
import { longestWaitMs } from '../support/longest-wait.ts';
import type { TestPostgres } from '../support/postgres.ts';

export interface CrashRunOptions {
  readonly devnet: Devnet;
  readonly pool: ServicePool;
  /** Where the service keeps its store; null for a SQLite file of its own. */
  readonly postgres?: TestPostgres | null;
  /** Lets the service forget that it has paid, to see that the verdict notices. */
  readonly paysTwice?: boolean;
}

/**
 * Delivered; given back; never accepted and never debited; or left to a person, for a store that
 * went back in time.
 */
export type TransferEnd = 'done' | 'refunded' | 'untouched' | 'waiting';

export interface CrashRunResult {
  readonly plan: RunPlan;
  readonly database: DatabaseKind;
  /** A later life of the service began with an older copy of its store. */
  readonly wasRestored: boolean;
  /** What the hostile backends did; empty without weather. */
  readonly dealt: DealtTally;
  /** The process died where it was armed, and not for want of it at the end. */
  readonly isHit: boolean;
  /** Its books were held against the chains; not where an account stands still. */
  readonly isBooked: boolean;
  /** A loss was planted for them to find. */
  readonly isPlanted: boolean;
  /** Lives of the service that ended before the last one. */
  readonly deaths: number;
  readonly violations: readonly Violation[];
  readonly ends: Readonly<Record<TransferEnd, number>>;
  readonly merged: StoreAudit['merged'];
  /**
   * From the restart, or the end of the weather where that was later, to the first change of the
   * route that waited longest for one, and to the last one's end; 0 where all had ended before.
   */
  readonly slowestMoveMs: number;
  readonly slowestEndMs: number;
  /** The last one ended later than holding time, lag and ten seconds allow; no verdict. */
  readonly neededLonger: boolean;
  readonly tookMs: number;
}

/** Transactions in flight are looked after quickly, so that a run takes seconds. */
const impatient: Partial<Policy> = {
  rebroadcastAfterMs: 150,
  bumpAfterMs: 60_000,
  displacedAfterMs: 500,
  // The accounts' delegation is given up for the life of the process after four of these.
  patienceMs: 10_000,
  retryAfterMs: 100,
  refundRetryMs: 300,
};
const bumpSoonMs = 150;

/** How long a reading must hold on a devnet before it gives a route up, in milliseconds. */
const holdingMs = 1_000;
const allowanceMs = 10_000;
const leaseMs = 10_000;
/** Long enough for a service that would pay again to have begun. */
const aftermathMs = 1_500;

/** One seeded run: send, die, come back, finish, then compare everything with everything. */
export async function crashRun(
  seed: number,
  { devnet, pool, postgres = null, paysTwice = false }: CrashRunOptions,
): Promise<CrashRunResult> {
  const beganMs = performance.now();
  // Whether a run notices is no question of weather.
  const plan = paysTwice
    ? { ...runPlan(seed), weather: null, restoresCommit: null }
    : runPlan(seed);
  const chains = devnet.chains.map(runChain);
  const dataDir = await mkdtemp(join(fastFolder, 'interline-crash-'));
  const store =
    postgres === null
      ? sqliteRunStore(dataDir, join(dataDir, `devnet-${devnet.instance}`))
      : postgresRunStore(postgres);
  const past = timeMachine(store, plan);
  const weather = await runWeather(devnet, plan);
  const miner = handMiner(seededChance(seed + 1_000_000), plan);
  const policy = {
    ...impatient,
    ...(plan.scenario === 'replacement' ? { bumpAfterMs: bumpSoonMs } : {}),
  };
  if (plan.batching === 'opening') await takeOverMining(chains, miner);
  const { restoresCommit } = plan;
  const port = await freePort();
  const service = await guardService(pool, {
    startOf: (life) => ({
      devnetUrl: devnet.url,
      dataDir,
      port,
      policy,
      paysTwice,
      batching: plan.batching === 'off' ? [] : runChains,
      rpcUrls: weather.rpcUrls,
      database: store.database,
      // A life that ended before its commit leaves the copy to the next one.
      backup:
        restoresCommit === null
          ? null
          : { afterCommit: life === 0 ? restoresCommit : 1, place: store.backup },
    }),
    crashes: plan.crashes,
    onDeath: miner.serviceDied,
    whileDown: past.whileDown,
    onRestart: miner.serviceIsBack,
  });
  try {
    if (plan.batching === 'open') await untilMerging(service);
    const transfers = await signTransfers(devnet, service, plan);
    // The books open with what the accounts hold now.
    const { unjudged } = await service.ask(judgedBooks);
    if (unjudged.length > 0) throw new Error(`the books did not open on ${unjudged.join(', ')}`);
    const before = await Promise.all(
      chains.map(async (chain) => ({
        block: await chain.head(),
        float: await chain.usdcOf(service.accounts.float),
      })),
    );
    const scene: RunScene = { plan, service, chains, transfers, before };
    const result = await drive(scene, { miner, weather, past });
    return { plan, database: store.kind, ...result, tookMs: performance.now() - beganMs };
  } finally {
    // Where the chains are gone, the run has failed already and says so.
    await Promise.allSettled([miner.stop(), service.stop(), weather.close()]);
    await Promise.allSettled(chains.map((chain) => chain.automine(true)));
    await store.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface TimeMachine {
  /** Still to come: an older copy of the store takes its place when the service dies next. */
  isArmed(): boolean;
  wasUsed(this: void): boolean;
  whileDown(this: void): Promise<void>;
}

function timeMachine(store: RunStore, plan: RunPlan): TimeMachine {
  let wasUsed = false;
  return {
    isArmed: () => plan.restoresCommit !== null && !wasUsed,
    wasUsed: () => wasUsed,
    async whileDown() {
      if (plan.restoresCommit !== null && !wasUsed && (await store.hasBackup())) {
        await store.restore();
        wasUsed = true;
      }
      if (!plan.waitsForLeases) await store.endLeases();
    },
  };
}

/** From the first block of the service's life on. */
async function takeOverMining(chains: readonly RunChain[], miner: HandMiner): Promise<void> {
  await Promise.all(chains.map((chain) => chain.automine(false)));
  miner.begin(chains);
}

interface Surroundings {
  readonly miner: HandMiner;
  readonly weather: RunWeather;
  readonly past: TimeMachine;
}

async function drive(
  scene: RunScene,
  { miner, weather, past }: Surroundings,
): Promise<Omit<CrashRunResult, 'plan' | 'database' | 'tookMs'>> {
  const { plan, service, chains } = scene;
  await stopMining(scene);
  weather.begin();
  const clearMs = weather.cleared().then(() => performance.now());
  let outcomes = await sendAll(scene, miner, past);
  await untilEnded(scene, outcomes, { wasRestored: past.wasUsed });
  const isHit = service.deaths() > 0;
  if (!isHit || past.isArmed()) {
    await service.kill();
  }
  if (past.wasUsed()) outcomes = await askAgain(scene, outcomes, miner);
  await untilEnded(scene, outcomes, { wasRestored: past.wasUsed });
  const clearedMs = plan.weather === null ? 0 : await clearMs;
  // What the weather's last answers set off ends as well.
  if (plan.weather !== null || past.wasUsed()) {
    if (past.wasUsed()) await pause(aftermathMs);
    await untilAccountsSettle(scene, past.wasUsed());
    await untilEnded(scene, outcomes, { wasRestored: past.wasUsed });
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

  const { facts, readyMs } = await service.ask(async (alive) => ({
    facts: await gatherFacts(scene, alive, outcomes, past.wasUsed()),
    readyMs: alive.readyAtMs(),
  }));
  const isPlanted = plan.plantedLoss !== null && facts.books !== null;
  const slowestMoveMs = Math.max(...facts.transfers.map((one) => one.movedAfterMs ?? 0));
  const slowestEndMs =
    slowestMoveMs === 0 ? 0 : Math.max(0, endedMs - Math.max(readyMs, clearedMs));
  return {
    isHit,
    wasRestored: past.wasUsed(),
    dealt: weather.dealt(),
    deaths: service.deaths(),
    violations: [
      ...judgeRun(facts),
      ...(plan.plantedLoss !== null && isPlanted ? await plantLoss(scene, plan.plantedLoss) : []),
    ],
    isBooked: facts.books !== null,
    isPlanted,
    ends: endsOf(facts),
    merged: facts.audit.merged,
    slowestMoveMs,
    slowestEndMs,
    neededLonger: slowestEndMs > allowedMs(plan),
  };
}

function allowedMs({ weather, waitsForLeases }: RunPlan): number {
  return holdingMs + (weather?.mostLagMs ?? 0) + (waitsForLeases ? leaseMs : 0) + allowanceMs;
}

/**
 * After the store went back in time, clients whose routes it does not know any more send the same
 * body again.
 */
async function askAgain(
  scene: RunScene,
  outcomes: readonly SendOutcome[],
  miner: HandMiner,
): Promise<readonly SendOutcome[]> {
  const { service, transfers, chains } = scene;
  miner.begin(chains);
  const keys = transfers.map(({ key }) => key);
  const routes = await service.ask((alive) => alive.routes(keys));
  const giveUpAtMs = performance.now() + longestWaitMs;
  return Promise.all(
    transfers.map(async (one, index) => {
      const before = outcomes[index] ?? { id: null, refusals: [] };
      if ((routes[index] ?? null) !== null) return before;
      return sendUntilAnswered(service, one, giveUpAtMs, staysRefused);
    }),
  );
}

/** What a store that went back in time answers for a person to mend, or what the chain has spent. */
function staysRefused(code: string): boolean {
  return code === 'ACCOUNT_STOPPED' || !passing.has(code);
}

const passing: ReadonlySet<string> = new Set([
  'CHAIN_UNREACHABLE',
  'STORE_DOWN',
  'NOT_READY',
  'RATE_LIMITED',
]);

/** Every client asks until it is answered; then what the scenario has in store for the payouts. */
async function sendAll(
  scene: RunScene,
  miner: HandMiner,
  past: TimeMachine,
): Promise<readonly SendOutcome[]> {
  const { plan, service, chains, transfers } = scene;
  const giveUpAtMs = performance.now() + longestWaitMs;
  const send = () =>
    Promise.all(
      transfers.map((one) =>
        sendUntilAnswered(service, one, giveUpAtMs, (code) => past.wasUsed() && staysRefused(code)),
      ),
    );
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

function endsOf({ transfers, audit }: RunFacts): CrashRunResult['ends'] {
  const ends = transfers.map((one) => endOf(one, audit));
  const count = (end: TransferEnd): number => ends.filter((one) => one === end).length;
  return {
    done: count('done'),
    refunded: count('refunded'),
    untouched: count('untouched'),
    waiting: count('waiting'),
  };
}

function endOf(one: RunFacts['transfers'][number], audit: RunFacts['audit']): TransferEnd | 'none' {
  if (one.route?.status === 'DONE') return 'done';
  if (one.route?.status === 'FAILED') return 'refunded';
  if (waitsForPerson(one, one.route, audit)) return 'waiting';
  return one.route === null ? 'untouched' : 'none';
}
