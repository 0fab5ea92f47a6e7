import type { CpuByPart } from '../cpu/cpu-meter.ts';
import { median } from '../load/median.ts';
import { percentiles } from '../load/percentiles.ts';
import type { PeerRun } from './run-x402.ts';

/** Who settles: ours by two transactions a settle on two chains, theirs by one on one. */
export type Peer = 'interline' | 'x402, nonces counted' | 'x402, as its example';

const transactionsOf: Readonly<Record<Peer, number>> = {
  interline: 2,
  'x402, nonces counted': 1,
  'x402, as its example': 1,
};

/** Medians of the rounds. */
export interface PeerFigures {
  readonly peer: Peer;
  readonly concurrency: number;
  readonly settles: number;
  /** Of settles that ended well. */
  readonly settlesPerSec: number;
  readonly transactionsPerSec: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Milliseconds of processor a transaction that ended well; null where the system does not tell. */
  readonly cpuMs: CpuByPart | null;
  readonly failed: number;
  readonly failures: readonly string[];
}

/** Ours by theirs in the same round, the median of all rounds. */
export interface PeerRatios {
  readonly concurrency: number;
  readonly transactionsPerSec: number;
  readonly settlesPerSec: number;
  /** Of the two processes alone. */
  readonly cpuOfTransaction: number | null;
}

export interface PeerRound {
  readonly runs: ReadonlyMap<Peer, PeerRun>;
}

export function peerFigures(
  concurrency: number,
  rounds: readonly PeerRound[],
): readonly PeerFigures[] {
  const peers = [...new Set(rounds.flatMap(({ runs }) => [...runs.keys()]))];
  return peers.map((peer) => {
    const runs = rounds.flatMap(({ runs: all }) => all.get(peer) ?? []);
    const each = runs.map((run) => rates(peer, run));
    const failures = runs.flatMap((run) => run.failures);
    return {
      peer,
      concurrency,
      settles: runs.reduce((sum, { routes }) => sum + routes, 0),
      settlesPerSec: median(each.map((one) => one.settlesPerSec)),
      transactionsPerSec: median(each.map((one) => one.transactionsPerSec)),
      p50Ms: median(runs.map(({ doneMs }) => percentiles(doneMs).p50)),
      p99Ms: median(runs.map(({ doneMs }) => percentiles(doneMs).p99)),
      cpuMs: each.some(({ cpuMs }) => cpuMs === null)
        ? null
        : {
            service: median(each.map(({ cpuMs }) => cpuMs?.service ?? 0)),
            chains: median(each.map(({ cpuMs }) => cpuMs?.chains ?? 0)),
            load: median(each.map(({ cpuMs }) => cpuMs?.load ?? 0)),
          },
      failed: failures.length,
      failures: [...new Set(failures)].slice(0, 3),
    };
  });
}

export function peerRatios(concurrency: number, rounds: readonly PeerRound[]): PeerRatios {
  const pairs = rounds.flatMap(({ runs }) => {
    const [ours, theirs] = [runs.get('interline'), runs.get('x402, nonces counted')];
    return ours === undefined || theirs === undefined
      ? []
      : [{ ours: rates('interline', ours), theirs: rates('x402, nonces counted', theirs) }];
  });
  const cpu = pairs.flatMap(({ ours, theirs }) =>
    ours.cpuMs === null || theirs.cpuMs === null ? [] : [ours.cpuMs.service / theirs.cpuMs.service],
  );
  return {
    concurrency,
    transactionsPerSec: median(
      pairs.map(({ ours, theirs }) => ours.transactionsPerSec / theirs.transactionsPerSec),
    ),
    settlesPerSec: median(
      pairs.map(({ ours, theirs }) => ours.settlesPerSec / theirs.settlesPerSec),
    ),
    cpuOfTransaction: cpu.length === 0 ? null : median(cpu),
  };
}

function rates(peer: Peer, { routes, tookMs, cpu, failures }: PeerRun) {
  const settled = Math.max(0, routes - failures.length);
  const transactions = settled * transactionsOf[peer];
  const settlesPerSec = (settled / tookMs) * 1_000;
  return {
    settlesPerSec,
    transactionsPerSec: settlesPerSec * transactionsOf[peer],
    cpuMs:
      cpu === null || transactions === 0
        ? null
        : {
            service: cpu.service / transactions,
            chains: cpu.chains / transactions,
            load: cpu.load / transactions,
          },
  };
}
