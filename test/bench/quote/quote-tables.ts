import { columns } from '../load/columns.ts';
import type { Percentiles } from '../load/percentiles.ts';
import { engines, slowest } from './engines/engines.ts';
import type { QuoteLoad } from './measure-load.ts';
import type { Goal, QuoteFigures } from './quote-verdict.ts';

/** What a person reads. */
export function quoteTables(
  { loads, singleFlight, hangingMs, engineDeadlineMs, cpu, fanOut }: QuoteFigures,
  goals: readonly Goal[],
): string {
  return [
    `POST /api/route/quote over ${engines.length} engines that answer in ${Math.min(...engines.map(({ latencyMs }) => latencyMs))} to ${slowest.latencyMs} ms, amounts all different; beside it ${slowest.name} alone`,
    columns([
      [
        'at once',
        'quotes',
        'p50 ms',
        'p95',
        'p99',
        '|',
        'p50 ms',
        'p95',
        'p99',
        '|',
        'p50 over',
        'CPU ms',
        'incomplete',
      ],
      ...loads.map(loadRow),
    ]),
    `The same beside the bare fan-out: nothing but these eight calls, node:http before undici; in turns, medians of ${fanOut.rounds} rounds`,
    columns([
      ['', 'quote', '|', 'fan-out', 'beside it'],
      [
        `p50 ms at ${fanOut.perSec} a second`,
        fanOut.quoteMs.p50.toFixed(1),
        '|',
        fanOut.fanOutMs.p50.toFixed(1),
        `+${fanOut.overMs.toFixed(1)}`,
      ],
      [
        `p99 ms at ${fanOut.perSec} a second`,
        fanOut.quoteMs.p99.toFixed(1),
        '|',
        fanOut.fanOutMs.p99.toFixed(1),
        '',
      ],
      [
        `CPU ms of one, ${fanOut.cpu?.clients ?? '-'} at once`,
        fanOut.cpu?.quoteMs.toFixed(2) ?? '-',
        '|',
        fanOut.cpu?.fanOutMs.toFixed(2) ?? '-',
        fanOut.cpu === null ? '-' : `x ${fanOut.cpu.ratio.toFixed(2)}`,
      ],
    ]),
    `One engine hangs, the rail's deadline being ${engineDeadlineMs} ms: p50 ${hangingMs.p50.toFixed(1)} ms, p99 ${hangingMs.p99.toFixed(1)} ms`,
    `Calls for identical requests at once: ${Object.entries(singleFlight)
      .map(([name, calls]) => `${name} ${calls}`)
      .join(', ')}`,
    `CPU of a request in ms, ${cpu.rails} rail that answers at once | bare Koa`,
    columns([
      ['', 'service', '|', 'bare', 'ratio'],
      [
        'user and system',
        cpu.service.allMs.toFixed(3),
        '|',
        cpu.bare.allMs.toFixed(3),
        cpu.ratio.toFixed(2),
      ],
      [
        'user',
        cpu.service.userMs.toFixed(3),
        '|',
        cpu.bare.userMs.toFixed(3),
        cpu.userRatio.toFixed(2),
      ],
    ]),
    goals
      .map(
        ({ what, found, wantedAtMost, isMet }) =>
          `${what}: ${shown(found)}; wanted ${wantedAtMost} at most: ${isMet ? 'met' : 'NOT met'}`,
      )
      .join('\n'),
  ].join('\n\n');
}

function loadRow({
  concurrency,
  quotes,
  quoteMs,
  slowestMs,
  incomplete,
  cpuMs,
}: QuoteLoad): readonly string[] {
  return [
    String(concurrency),
    String(quotes),
    ...cells(quoteMs),
    '|',
    ...cells(slowestMs),
    '|',
    (quoteMs.p50 - slowestMs.p50).toFixed(1),
    cpuMs?.toFixed(2) ?? '-',
    String(incomplete),
  ];
}

function cells({ p50, p95, p99 }: Percentiles): readonly string[] {
  return [p50, p95, p99].map((ms) => ms.toFixed(1));
}

function shown(figure: number): string {
  return Number.isInteger(figure) ? String(figure) : figure.toFixed(2);
}
