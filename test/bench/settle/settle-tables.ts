import type { RouteWork, Share } from '../count/route-work.ts';
import { columns } from '../load/columns.ts';
import type { BatchedLevel } from './measure-batched.ts';
import type { CountedLevel } from './measure-level.ts';
import { allCpuMs, type Level, type SettleSummary, type Summary } from './settle-summary.ts';

/** What a person reads. */
export function settleTables(levels: readonly Level[], batched: readonly BatchedLevel[]): string {
  const profiled = levels.find((level) => level.serviceTime !== null);
  return [
    'Settles through HTTP, POST to DONE; the floor is the same two transactions a route, presigned and raw;\nthey take turns, and both ratios are the median of the rounds',
    columns([
      [
        'clients',
        'routes',
        'settles/s',
        'floor/s',
        'ratio',
        'cpu ratio',
        'p50 ms',
        'p95',
        'p99',
        'accepted p50',
        'p99',
        'polls',
        'failures',
      ],
      ...levels.map(levelRow),
    ]),
    'The same with transactions merged into batches; on/off is settles a second beside the table above',
    columns([
      [
        'clients',
        'settles/s',
        'on/off',
        'routes a pull',
        'p50 ms',
        'p95',
        'p99',
        'accepted p50',
        'p99',
        'polls',
        'CPU ms',
        'failures',
      ],
      ...batched.map(batchedRow),
    ]),
    'CPU of one route in ms, settles | floor',
    columns([
      ['clients', 'service', 'chains', 'load', 'all', '|', 'chains', 'load', 'all'],
      ...levels.map(({ concurrency, settle, floor }) => [
        String(concurrency),
        ...cpuCells(settle),
        '|',
        ...cpuCells(floor).slice(1),
      ]),
    ]),
    ...(profiled === undefined
      ? []
      : [
          `Where the service's own time goes with ${profiled.concurrency} clients; its thread is at work ${percent(profiled.serviceTime?.busy ?? 0)} of the time, waiting for the disk included`,
          columns([['part', 'share', 'ms a route'], ...partRows(profiled)]),
        ]),
    ...workTables(levels),
    ...failureLines([...levels, ...batched]),
    "A local node gets slower with every block it has: compare ratios, and figures of equal --routes only. The cpu ratio is the floor's CPU by ours,\nwhich says the same on a machine that others use too.",
  ].join('\n\n');
}

function levelRow({ concurrency, settle, floor, ratio, cpuRatio }: Level): readonly string[] {
  return [
    String(concurrency),
    String(settle.routes),
    settle.perSec.toFixed(1),
    floor.perSec.toFixed(1),
    ratio.toFixed(2),
    cpuRatio?.toFixed(2) ?? '-',
    ...waitCells(settle),
    String(settle.failures.length),
  ];
}

function batchedRow({ concurrency, settle, routesPerPull, gain }: BatchedLevel): readonly string[] {
  return [
    String(concurrency),
    settle.perSec.toFixed(1),
    gain.toFixed(2),
    routesPerPull.toFixed(1),
    ...waitCells(settle),
    allCpuMs(settle.cpuMs)?.toFixed(2) ?? '-',
    String(settle.failures.length),
  ];
}

function waitCells({ doneMs, acceptedMs, pollsPerRoute }: SettleSummary): readonly string[] {
  return [
    ...[doneMs.p50, doneMs.p95, doneMs.p99, acceptedMs.p50, acceptedMs.p99].map((ms) =>
      ms.toFixed(0),
    ),
    pollsPerRoute.toFixed(1),
  ];
}

function cpuCells({ cpuMs }: Summary): readonly string[] {
  return [cpuMs?.service, cpuMs?.chains, cpuMs?.load, allCpuMs(cpuMs)].map(
    (ms) => ms?.toFixed(2) ?? '-',
  );
}

function partRows({ serviceTime, settle }: Level): readonly (readonly string[])[] {
  const whole = settle.cpuMs?.service;
  return (serviceTime?.parts ?? []).map(({ part, share }) => [
    part,
    percent(share),
    whole === undefined ? '-' : (share * whole).toFixed(2),
  ]);
}

/** Shares below this are the duties' own, which run by the clock. */
const leastShown = 0.05;

/** The same for counts alone. */
export function countedTables(levels: readonly CountedLevel[]): string {
  return levels
    .flatMap((level) => [
      ...workTables([level]),
      `${level.settle.pollsPerRoute.toFixed(1)} status reads a route`,
      ...failureLines([level]),
    ])
    .join('\n\n');
}

type Counted = Pick<Level, 'concurrency' | 'work'>;

function workTables(levels: readonly Counted[]): readonly string[] {
  const counted = levels.find((level) => level.work !== null);
  if (counted?.work == null) return [];
  const { work, concurrency } = counted;
  return [
    `What one route asks of the store and the nodes with ${concurrency} clients, the duties and status reads of that time included:\n${sumsOf(work)}`,
    columns([['module', 'statements'], ...shareRows(work.byModule)]),
    // The figure first: a statement can be longer than any screen is wide.
    ['a route  statement', ...shareRows(work.byStatement).map(figureFirst)].join('\n'),
    columns([['RPC method', 'calls'], ...shareRows(work.byMethod)]),
  ];
}

function sumsOf({ statements, bookStatements, unitStatements, calls, posts }: RouteWork): string {
  const without = (statements - bookStatements).toFixed(1);
  return `${without} statements without the books, ${bookStatements.toFixed(1)} of the books, ${unitStatements.toFixed(1)} that begin and end units; ${calls.toFixed(1)} RPC calls in ${posts.toFixed(2)} POSTs`;
}

function figureFirst([name = '', perRoute = '']: readonly string[]): string {
  return `${perRoute.padStart(7)}  ${name}`;
}

function shareRows(shares: readonly Share[]): readonly (readonly string[])[] {
  return shares
    .filter(({ perRoute }) => perRoute >= leastShown)
    .map(({ name, perRoute }) => [name, perRoute.toFixed(2)]);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function failureLines(
  levels: readonly Pick<CountedLevel, 'concurrency' | 'settle'>[],
): readonly string[] {
  return levels.flatMap(({ concurrency, settle }) =>
    [...new Set(settle.failures)]
      .slice(0, 5)
      .map((failure) => `failed with ${concurrency} clients: ${failure}`),
  );
}
