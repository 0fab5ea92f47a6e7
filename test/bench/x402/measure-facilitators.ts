import { fileURLToPath } from 'node:url';
import { progress } from '../bench-command.ts';
import { median } from '../load/median.ts';
import { percentiles } from '../load/percentiles.ts';
import { type Facilitator, type PeerRun, runX402 } from '../peers/run-x402.ts';
import { startFacilitator } from '../peers/x402/start-facilitator.ts';
import { BenchKey } from '../scene/bench-key.ts';
import { endow } from '../scene/bench-payers.ts';
import { type BenchScene, benchScene } from '../scene/bench-scene.ts';

export interface FacilitatorPlan {
  readonly concurrency: number;
  /** Of each facilitator in a round. */
  readonly settles: number;
  readonly rounds: number;
  readonly warmup: number;
}

export type Who = 'interline' | 'x402';

/** Medians of the rounds. */
export interface FacilitatorFigures {
  readonly who: Who;
  readonly settles: number;
  readonly settlesPerSec: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Milliseconds of the facilitator's processor a settle; null where the system does not tell. */
  readonly cpuMs: number | null;
  readonly failed: number;
  readonly failures: readonly string[];
}

export interface FacilitatorLevel {
  readonly concurrency: number;
  readonly figures: readonly FacilitatorFigures[];
  /** Ours by theirs in the same round, the median of all rounds. */
  readonly settlesPerSecRatio: number;
  readonly cpuRatio: number | null;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
const crowd = 256;

/**
 * The same payments by the same interface on the same chain, in turns, each second round the other way
 * round: ours as `npm start` runs it, theirs with viem's nonce manager, without which most of its settles
 * fail.
 */
export async function measureFacilitators({
  concurrency,
  settles,
  rounds,
  warmup,
}: FacilitatorPlan): Promise<FacilitatorLevel> {
  const scene = await benchScene(crowd);
  const theirs = await foreign(scene);
  try {
    const payTo = new BenchKey().address;
    const ours = await ourOwn(scene);
    const runs: readonly (readonly [Who, Facilitator])[] = [
      ['interline', ours],
      ['x402', theirs],
    ];
    for (const [, facilitator] of runs)
      await runX402(scene, facilitator, payTo, { settles: warmup, concurrency });
    const done: ReadonlyMap<Who, PeerRun>[] = [];
    while (done.length < rounds) {
      const round = new Map<Who, PeerRun>();
      for (const [who, facilitator] of done.length % 2 === 0 ? runs : runs.toReversed())
        round.set(who, await runX402(scene, facilitator, payTo, { settles, concurrency }));
      done.push(round);
      progress(`${concurrency} in parallel, round ${done.length} of ${rounds}`);
    }
    return levelOf(concurrency, done);
  } catch (error) {
    throw new Error(`the facilitators broke off; our service said:\n${scene.service.said()}`, {
      cause: error,
    });
  } finally {
    await theirs.stop();
    await scene.stop();
  }
}

/** With a key, made as any client makes one. */
async function ourOwn({ service }: BenchScene): Promise<Facilitator> {
  const answer = await fetch(`${service.url}/api/keys/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ label: 'bench' }),
  });
  const { key } = (await answer.json()) as { readonly key: string }; // CAST: the service's own answer.
  return {
    url: service.url,
    pid: service.pid,
    path: '/api/payments/settle',
    headers: { 'x-svc-key': key },
  };
}

/** With an account of its own that holds coin for gas. */
async function foreign({ source }: BenchScene) {
  const privateKey = Buffer.alloc(32, 0x43);
  await endow(source, new BenchKey(privateKey).address);
  return startFacilitator({
    ...{ folder: root, rpcUrl: source.rpcUrl, chainId: source.chainId, hasNonceManager: true },
    privateKey: `0x${privateKey.toString('hex')}`,
  });
}

function levelOf(
  concurrency: number,
  rounds: readonly ReadonlyMap<Who, PeerRun>[],
): FacilitatorLevel {
  const runsOf = (who: Who): readonly PeerRun[] => rounds.flatMap((round) => round.get(who) ?? []);
  const pairs = rounds.flatMap((round) => {
    const [ours, theirs] = [round.get('interline'), round.get('x402')];
    return ours === undefined || theirs === undefined ? [] : [{ ours, theirs }];
  });
  const cpu = pairs.flatMap(({ ours, theirs }) => {
    const [one, other] = [cpuOf(ours), cpuOf(theirs)];
    return one === null || other === null ? [] : [one / other];
  });
  return {
    concurrency,
    figures: (['interline', 'x402'] as const).map((who) => figuresOf(who, runsOf(who))),
    settlesPerSecRatio: median(pairs.map(({ ours, theirs }) => rateOf(ours) / rateOf(theirs))),
    cpuRatio: cpu.length === 0 ? null : median(cpu),
  };
}

function figuresOf(who: Who, runs: readonly PeerRun[]): FacilitatorFigures {
  const failures = runs.flatMap((run) => run.failures);
  const cpu = runs.map(cpuOf).filter((one) => one !== null);
  return {
    who,
    settles: runs.reduce((sum, { routes }) => sum + routes, 0),
    settlesPerSec: median(runs.map(rateOf)),
    p50Ms: median(runs.map(({ doneMs }) => percentiles(doneMs).p50)),
    p99Ms: median(runs.map(({ doneMs }) => percentiles(doneMs).p99)),
    cpuMs: cpu.length < runs.length ? null : median(cpu),
    failed: failures.length,
    failures: [...new Set(failures)].slice(0, 3),
  };
}

function rateOf({ routes, failures, tookMs }: PeerRun): number {
  return (Math.max(0, routes - failures.length) / tookMs) * 1_000;
}

function cpuOf({ routes, failures, cpu }: PeerRun): number | null {
  const settled = Math.max(0, routes - failures.length);
  return cpu === null || settled === 0 ? null : cpu.service / settled;
}
