import type { Percentiles } from '../load/percentiles.ts';
import type { QuoteCpu } from './cpu/measure-cpu.ts';
import type { FanOutFigures } from './fan-out/measure-fan-out.ts';
import type { QuoteLoad } from './measure-load.ts';

export interface QuoteFigures {
  readonly loads: readonly QuoteLoad[];
  /** Upstream calls by engine for identical requests at once. */
  readonly singleFlight: Readonly<Record<string, number>>;
  readonly identicalRequests: number;
  readonly hangingMs: Percentiles;
  readonly engineDeadlineMs: number;
  readonly cpu: QuoteCpu;
  readonly fanOut: FanOutFigures;
}

export interface Goal {
  readonly what: string;
  readonly found: number;
  readonly wantedAtMost: number;
  readonly isMet: boolean;
}

/** Milliseconds over the slowest engine alone, by concurrency. */
const mayAddMs: Readonly<Record<number, number>> = { 1: 2, 40: 10 };
const deadlineMayAddMs = 2;
const overFanOutMs = 3;
const cpuAtMost = 2;

export function quoteVerdict({
  loads,
  singleFlight,
  identicalRequests,
  hangingMs,
  engineDeadlineMs,
  cpu,
  fanOut,
}: QuoteFigures): { readonly goals: readonly Goal[]; readonly isMet: boolean } {
  const goals = [
    ...loads.map(({ concurrency, quoteMs, slowestMs }) =>
      goal(
        `ms over the slowest engine, p50 with ${concurrency} at once`,
        quoteMs.p50 - slowestMs.p50,
        mayAddMs[concurrency] ?? 0,
      ),
    ),
    goal(
      "quotes that lack an engine's price",
      loads.reduce((sum, { incomplete }) => sum + incomplete, fanOut.incomplete),
      0,
    ),
    goal(
      `calls of one engine for ${identicalRequests} identical requests at once`,
      Math.max(...Object.values(singleFlight)),
      1,
    ),
    goal(
      "ms over the rail's deadline, p50 with an engine that hangs",
      hangingMs.p50 - engineDeadlineMs,
      deadlineMayAddMs,
    ),
    goal(
      `ms over the bare fan-out, p50 at ${fanOut.perSec} quotes a second`,
      fanOut.overMs,
      overFanOutMs,
    ),
    ...(fanOut.cpu === null
      ? []
      : [goal('times the CPU of the bare fan-out', fanOut.cpu.ratio, cpuAtMost)]),
    goal('times the CPU of a bare Koa, for rails that answer at once', cpu.ratio, cpuAtMost),
  ];
  return { goals, isMet: goals.every(({ isMet }) => isMet) };
}

function goal(what: string, found: number, wantedAtMost: number): Goal {
  return { what, found, wantedAtMost, isMet: found <= wantedAtMost };
}
