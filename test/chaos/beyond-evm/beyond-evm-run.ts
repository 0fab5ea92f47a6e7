import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { serviceClient, type ServiceClient } from '@interline/cli';
import { startDevnet } from '@interline/devnet';
import { endOfRoute } from '../../support/end-of-route.ts';
import { fastFolder } from '../../support/fast-folder.ts';
import { freshPayer } from '../../support/payer.ts';
import { silentProxy } from '../../support/silent-proxy.ts';
import { freePort } from '../free-port.ts';
import { type SeededChance, seededChance } from '../seeded-chance.ts';
import { type BlowCounts, keepMining, strike } from './blows.ts';
import { ChainTurns } from './chain-turns.ts';
import { depositPlans } from './deposit-plan.ts';
import { deposit, type Depositor } from './depositor.ts';
import {
  type DepositsVerdict,
  judgeAudit,
  judgeDeposits,
  judgePayouts,
  type LegEnd,
} from './judge-run.ts';
import { KilledService } from './killed-service.ts';
import { bitcoinRpc, mine, type Nodes, secondHorizon } from './nodes.ts';
import { PayerCoins } from './payer-coins.ts';
import { type Leg, legOf, source, type Want } from './payouts.ts';
import { sendUntilTaken, untilAnswered } from './until-answered.ts';

export interface BeyondEvmResult extends Readonly<BlowCounts> {
  readonly seed: number;
  readonly horizons: number;
  readonly routes: number;
  readonly done: number;
  readonly deposits: Omit<DepositsVerdict, 'lost' | 'paidTwice' | 'violations'>;
  readonly lost: number;
  readonly paidTwice: number;
  /** What is wrong, a sentence each; none in a good run. */
  readonly violations: readonly string[];
  readonly tookMs: number;
}

export interface BeyondEvmOptions {
  /** Routes to Bitcoin, and as many to Stellar; half as many to Stellar come after the last kill. */
  readonly legsEach: number;
  /** Callers who deposit bitcoin. */
  readonly deposits: number;
  /**
   * Gives one recipient bitcoin a second time, and one depositor dollars and another bitcoin that
   * nobody owes them: only to see that a run notices.
   */
  readonly plants: boolean;
  /**
   * Custody on Stellar takes for lost what one of its two Horizons does not show: only to see that a run
   * notices.
   */
  readonly isGullible: boolean;
}

const hostileMs = 15_000;
/** From the last kill on. */
const lateWithinMs = 8_000;
/** For a deposit that came after its route's end: it is found by a sweep, every 10 s. */
const settlesWithinMs = 60_000;

/** One run on chains of its own: the same seed deals out the same blows. */
export async function beyondEvmRun(
  seed: number,
  options: BeyondEvmOptions,
): Promise<BeyondEvmResult> {
  const startedMs = performance.now();
  const chance = seededChance(seed);
  const dataDir = await mkdtemp(join(fastFolder, 'interline-beyond-'));
  const devnet = await startDevnet({
    chainIds: [source],
    beside: ['bitcoin', 'stellar'],
    // The run's own miner makes the blocks, so that it can also make none for a while.
    bitcoinBlockMs: 3_600_000,
    port: 0,
  });
  const { bitcoin, stellar } = devnet;
  if (bitcoin === null || stellar === null) throw new Error('the devnet lacks a node');
  // With an even seed the service reads two Horizons, of which one can be stale while the other is not.
  const beside = seed % 2 === 0 || options.isGullible ? [await secondHorizon(stellar)] : [];
  const nodes = { bitcoin, stellar, horizons: [stellar.horizonUrl, ...beside] };
  const proxies = {
    bitcoin: await silentProxy(bitcoin.rpcUrl),
    stellar: await silentProxy(stellar.horizonUrl),
  };
  const secondProxies = await Promise.all(beside.map(silentProxy));
  const port = await freePort();
  const service = new KilledService({
    kind: 'start',
    devnetUrl: devnet.url,
    dataDir,
    port,
    bitcoinUrl: proxies.bitcoin.url.replace(/\/$/, ''),
    horizonUrls: [proxies.stellar, ...secondProxies].map(({ url }) => url.replace(/\/$/, '')),
    isGullible: options.isGullible,
  });
  const counts = {
    kills: 0,
    caughtByKills: 0,
    reorgs: 0,
    silences: 0,
    horizonFaults: 0,
    standstills: 0,
  };
  const over = new AbortController();
  const turns = new ChainTurns();
  const mining = keepMining({ nodes, turns }, over.signal);
  mining.catch(() => undefined);
  try {
    await service.start();
    const client = serviceClient(`http://127.0.0.1:${port}`);
    const wants = wantsOf(chance, options.legsEach);
    const legs = await legsOf(client, nodes, devnet, wants);
    const coins = new PayerCoins(bitcoin, turns);
    await coins.prepare(2 * options.deposits + 1);
    // In a burst or over the time of the blows, so that these find routes at every stage.
    const spreadMs = chance.pick([500, 5_000, hostileMs - 2_000]);
    const sentAfterMs = legs.map((_, index) =>
      index < 2 * options.legsEach
        ? chance.between(0, spreadMs)
        : hostileMs + chance.between(0, lateWithinMs),
    );
    const plans = depositPlans(chance, options.deposits, spreadMs);

    let underWay = 0;
    const whileUnderWay = async <T>(act: () => Promise<T>): Promise<T> => {
      underWay += 1;
      return act().finally(() => {
        underWay -= 1;
      });
    };
    const calm = new AbortController();
    const paid = new AbortController();
    const struck = { nodes, proxies, turns, service, underWay: () => underWay };
    const until = { calm: calm.signal, paid: paid.signal };
    const stormed = strike(chance, until, struck, counts);
    stormed.catch(() => undefined);
    const ended = Promise.all(
      legs.map(async (leg, index) => {
        await pause(sentAfterMs[index]);
        return whileUnderWay(() => endOfLeg(client, leg));
      }),
    );
    ended.catch(() => undefined);
    const deposited = Promise.all(
      plans.map((plan) => whileUnderWay(() => deposit(client, bitcoin, coins, plan))),
    );
    deposited.catch(() => undefined);
    await pause(hostileMs);
    calm.abort();
    const ends = await ended;
    paid.abort();
    await stormed;
    const depositors = await deposited;
    // What was paid last is in a block before anyone judges.
    await turns.alone(() => mine(bitcoin, 1));
    const world = { devnet, nodes, client, prices: () => service.prices() };
    const settled = await judgeDeposits(world, depositors, settlesWithinMs);
    if (options.plants) await plant(nodes, devnet, legs, depositors);
    // Time for a second payment that is on its way, and for all to be final.
    await pause(3_000);
    await mine(bitcoin, 6);
    await pause(2_000);
    const payouts = await judgePayouts(nodes, ends);
    const { lost, paidTwice, violations, ...deposits } = await judgeDeposits(world, depositors, 0);
    return {
      seed,
      horizons: nodes.horizons.length,
      routes: ends.length + depositors.length,
      done: ends.filter(({ end }) => end.status === 'DONE').length,
      deposits,
      ...counts,
      lost: payouts.lost + lost,
      paidTwice: payouts.paidTwice + paidTwice,
      violations: [
        ...payouts.violations,
        ...new Set([...settled.violations, ...violations]),
        ...judgeAudit(await service.books()),
        ...service.stops.map((chain) => `a slot on ${chain} was taken for a stranger's`),
        ...[proxies.bitcoin, proxies.stellar, ...secondProxies]
          .filter(({ wasUsed }) => !wasUsed)
          .map(({ url }) => `the service never asked its node at ${url}`),
      ],
      tookMs: performance.now() - startedMs,
    };
  } finally {
    over.abort();
    await mining.catch(() => undefined);
    await service.stop();
    await Promise.all(
      [proxies.bitcoin, proxies.stellar, ...secondProxies].map((one) => one.close()),
    );
    await devnet.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

type Devnet = Awaited<ReturnType<typeof startDevnet>>;

function wantsOf(chance: SeededChance, legsEach: number): readonly Want[] {
  const onStellar = (): Want => chance.pick<Want>(['lumens', 'dollars', 'claimable']);
  const early = Array.from({ length: legsEach }, () => ['bitcoin' as const, onStellar()]);
  const late = Array.from({ length: Math.ceil(legsEach / 2) }, onStellar);
  return [...early.flat(), ...late];
}

function legsOf(
  client: ServiceClient,
  nodes: Nodes,
  devnet: Devnet,
  wants: readonly Want[],
): Promise<readonly Leg[]> {
  return Promise.all(
    wants.map(async (want) =>
      legOf(client, nodes, want, await freshPayer({ devnet }, source, 5_000_000n)),
    ),
  );
}

async function endOfLeg(client: ServiceClient, leg: Leg): Promise<LegEnd> {
  const id = await sendUntilTaken(client, leg.body);
  return { leg, id, end: await untilAnswered(() => endOfRoute(client, id)) };
}

async function plant(
  { bitcoin }: Nodes,
  devnet: Devnet,
  [leg]: readonly Leg[],
  [first, second]: readonly Depositor[],
): Promise<void> {
  if (leg !== undefined) await bitcoinRpc(bitcoin, 'sendtoaddress', leg.to, 0.00001);
  if (second !== undefined)
    await bitcoinRpc(bitcoin, 'sendtoaddress', second.refundAddress, 0.0005);
  if (first !== undefined)
    await devnet.faucet({
      chainId: source,
      token: 'USDC',
      to: first.recipient,
      amount: 1_000_000n,
    });
}
