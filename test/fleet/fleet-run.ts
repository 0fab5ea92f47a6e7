import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { textField } from '@interline/cli';
import { type Devnet, startDevnet } from '@interline/devnet';
import { type RunChain, runChain } from '../chaos/run-chain.ts';
import { type SeededChance, seededChance } from '../chaos/seeded-chance.ts';
import { fastFolder } from '../support/fast-folder.ts';
import { patientClient } from '../support/patient-client.ts';
import { freshPayer, sign } from '../support/payer.ts';
import type { TestPostgres } from '../support/postgres.ts';
import { type Accepted, type FleetFacts, fleetFacts } from './fleet-facts.ts';
import { type Member, startMember } from './member.ts';
import { retakenAfterMs } from './retaken-after.ts';
import { longestWaitMs } from '../support/longest-wait.ts';

export interface FleetPlan {
  readonly transfers: number;
  readonly httpInstances: number;
  readonly workers: number;
  /** Whether the accounts' transactions are merged. */
  readonly isBatched?: boolean;
  /**
   * What befalls a worker in the middle: it is killed, or stopped until others have its jobs and
   * everything is over.
   */
  readonly fate?: 'killed' | 'frozen';
  /** Decides when, and which. */
  readonly seed: number;
}

export interface FleetResult extends FleetFacts {
  /**
   * Jobs the worker had when it was killed or frozen, and how long the last of them waited for
   * another worker.
   */
  readonly orphans: number;
  readonly slowestRetakenMs: number;
  readonly tookMs: number;
}

/** Where the money comes from and goes to, for every transfer by turns. */
const chainIds = [8453, 42161];
const mineEveryMs = 150;
const learnedWithinMs = 3_000;
/** A worker that wakes has done by then what it was about to do. */
const awakeMs = 3_000;

/**
 * One run: instances share a database and a devnet, clients send through all of them, a worker is
 * killed or frozen; then everything is counted.
 */
export async function fleetRun(plan: FleetPlan, postgres: TestPostgres): Promise<FleetResult> {
  const dataDir = await mkdtemp(join(fastFolder, 'interline-fleet-'));
  const devnet = await startDevnet({ chainIds: [...chainIds], port: 0 });
  const schema = postgres.newSchema();
  const order = {
    devnetUrl: devnet.url,
    databaseUrl: postgres.url,
    schema,
    dataDir,
    batching: plan.isBatched === true ? chainIds : [],
  };
  const members: Member[] = [];
  const start = async (role: Parameters<typeof startMember>[0]['role']) => {
    const member = await startMember({ ...order, role });
    members.push(member);
    return member;
  };
  try {
    const [http, workers] = await Promise.all([
      Promise.all(Array.from({ length: plan.httpInstances }, () => start({ kind: 'http' }))),
      Promise.all(
        Array.from({ length: plan.workers }, (_, at) => start({ kind: 'worker', name: `w_${at}` })),
      ),
    ]);
    return await drive(plan, { devnet, postgres, schema, http, workers });
  } finally {
    await Promise.all(members.map((member) => member.kill()));
    await devnet.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface FleetScene {
  readonly devnet: Devnet;
  readonly postgres: TestPostgres;
  readonly schema: string;
  readonly http: readonly Member[];
  readonly workers: readonly Member[];
}

async function drive(plan: FleetPlan, scene: FleetScene): Promise<FleetResult> {
  if (plan.isBatched === true) await untilDelegated(scene);
  const beganMs = performance.now();
  const { devnet, postgres, schema, http } = scene;
  const chance = seededChance(plan.seed);
  const chains = devnet.chains.map(runChain);
  const clients = http.map(({ url }) => patientClient(url ?? ''));
  const clientOf = (at: number) => {
    const client = clients[at % clients.length];
    if (client === undefined) throw new Error('nobody takes requests');
    return client;
  };
  const signed = await Promise.all(
    Array.from({ length: plan.transfers }, async (_, at) => {
      const [from = 0, to = 0] = at % 2 === 0 ? chainIds : chainIds.toReversed();
      const payer = await freshPayer({ devnet }, from, unitsOf(at));
      return {
        at,
        to,
        payer,
        body: (await sign({ client: clientOf(at) }, payer, { from, to, units: unitsOf(at) })).body,
      };
    }),
  );

  await Promise.all(chains.map((chain) => chain.automine(false)));
  const before = await Promise.all(chains.map((chain) => chain.head()));
  const miner = mineBy(chains);
  // Early enough that much is under way then.
  const fallAfter = chance.between(1, Math.ceil(plan.transfers / 2));
  let answered = 0;
  const fallen = Promise.withResolvers<Fallen>();
  // Every client is answered by the other instance than the one that signed for it.
  const accepted = await Promise.all(
    signed.map(async ({ at, payer, to, body }) => {
      const receipt = await clientOf(at + 1).post('/api/route/execute', body);
      answered += 1;
      if (answered === fallAfter) fellOne(plan, scene, chance).then(fallen.resolve, fallen.reject);
      return {
        id: textField(receipt, 'id'),
        recipient: payer.address,
        to,
        units: unitsOf(at),
      } satisfies Accepted;
    }),
  );
  const { name, member } = await fallen.promise;
  const { orphans, slowestMs } = await retakenAfterMs(postgres, schema, name);
  if (plan.fate === 'frozen') {
    await untilAllEnded(scene);
    member.thaw();
    await sleep(awakeMs);
  }
  await untilAllEnded(scene);
  await miner.stop();
  const facts = await fleetFacts({
    postgres,
    schema,
    chains,
    before,
    accepted,
    accounts: http[0]?.accounts ?? { spender: '', float: '' },
  });
  return { ...facts, orphans, slowestRetakenMs: slowestMs, tookMs: performance.now() - beganMs };
}

/** No two alike, so that each is found again among the chain's transfers. */
function unitsOf(at: number): bigint {
  return 5_000_000n + BigInt(at) * 10_000n;
}

interface Fallen {
  readonly name: string;
  readonly member: Member;
}

/** Kills or freezes one of the workers that have something. */
async function fellOne(
  { fate }: FleetPlan,
  { postgres, schema, workers }: FleetScene,
  chance: SeededChance,
): Promise<Fallen> {
  for (const endMs = performance.now() + longestWaitMs; performance.now() < endMs; await sleep(5)) {
    const busy = await postgres.query<{ worker: string }>(
      `SELECT DISTINCT worker FROM ${schema}.job WHERE worker IS NOT NULL ORDER BY worker`,
    );
    if (busy.length === 0) continue;
    const { worker } = chance.pick(busy);
    const member = workers[Number(worker.slice(2))];
    if (member === undefined) throw new Error(`nobody started ${worker}`);
    member.freeze();
    // It may have ended its last job just then.
    const held = await postgres.query(`SELECT 1 FROM ${schema}.job WHERE worker = '${worker}'`);
    if (held.length > 0) {
      if (fate !== 'frozen') await member.kill();
      return { name: worker, member };
    }
    member.thaw();
  }
  throw new Error('no worker had anything to do');
}

async function untilAllEnded({ postgres, schema }: FleetScene): Promise<void> {
  for (
    const endMs = performance.now() + longestWaitMs;
    performance.now() < endMs;
    await sleep(50)
  ) {
    const [row] = await postgres.query<{ open: string }>(
      `SELECT count(*) AS open FROM ${schema}.route WHERE phase <> 'ended'`,
    );
    if (row?.open === '0') return;
  }
}

/** Both accounts on every chain, and the instances that did not do it have learned of it. */
async function untilDelegated({ postgres, schema }: FleetScene): Promise<void> {
  for (
    const endMs = performance.now() + longestWaitMs;
    performance.now() < endMs;
    await sleep(50)
  ) {
    const [row] = await postgres.query<{ done: string }>(
      `SELECT count(*) AS done FROM ${schema}.effect WHERE purpose = 'delegate' AND state = 'mined'`,
    );
    if (Number(row?.done) >= chainIds.length * 2) return sleep(learnedWithinMs);
  }
  throw new Error('the accounts were not delegated in time');
}

/** Blocks at a steady pace, so that much is under way at one time. */
function mineBy(chains: readonly RunChain[]): { stop(): Promise<void> } {
  const stopped = new AbortController();
  const loops = Promise.all(
    chains.map(async (chain) => {
      while (!stopped.signal.aborted) {
        await chain.mine();
        await sleep(mineEveryMs);
      }
      await chain.automine(true);
      await chain.mine();
    }),
  );
  return {
    async stop() {
      stopped.abort();
      await loops;
    },
  };
}
