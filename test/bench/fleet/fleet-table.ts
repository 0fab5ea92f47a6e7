import { columns } from '../load/columns.ts';
import type { FleetFigures } from './fleet-summary.ts';

/** What a person reads. */
export function fleetTable(
  figures: readonly FleetFigures[],
  {
    cores,
    clients,
    routes,
  }: { readonly cores: number; readonly clients: number; readonly routes: number },
): string {
  return [
    `${routes} routes of ${clients} clients a round, POST to DONE: one process takes requests, workers do the work, all on one PostgreSQL (fsync on)\nand beside them two chains and the clients, on ${cores} cores together; medians of ${figures[0]?.rounds ?? 0} rounds in turn`,
    columns([
      [
        'workers',
        'database',
        'routes/s',
        'beside the first',
        'p50 ms',
        'p99',
        'conflicts a route',
        'connections',
        'an instance',
        'failures',
      ],
      ...figures.map((one) => [
        String(one.workers),
        one.by,
        one.perSec.toFixed(1),
        one.ratio.toFixed(2),
        one.p50Ms.toFixed(0),
        one.p99Ms.toFixed(0),
        one.conflictsPerRoute.toFixed(2),
        String(one.connections),
        one.connectionsPerInstance.toFixed(1),
        String(one.failures.length),
      ]),
    ]),
    'What a route asks of the database, the duties and status reads of that time included',
    columns([
      ['workers', 'database', 'statements', 'of the books', 'begin and end'],
      ...figures.map((one) => [
        String(one.workers),
        one.by,
        (one.statements - one.bookStatements).toFixed(1),
        one.bookStatements.toFixed(1),
        one.unitStatements.toFixed(1),
      ]),
    ]),
    'CPU ms of a route, and how many cores were busy',
    columns([
      [
        'workers',
        'database',
        'http',
        'workers',
        'postgres',
        'chains',
        'clients',
        'all',
        '|',
        'http',
        'busiest worker',
        'all',
      ],
      ...figures.map(({ workers, by, cpuMs, cores: used }) => [
        String(workers),
        by,
        ...(cpuMs === null
          ? Array<string>(6).fill('-')
          : [
              ...[cpuMs.http, cpuMs.workers, cpuMs.postgres, cpuMs.chains, cpuMs.load].map((ms) =>
                ms.toFixed(2),
              ),
              Object.values(cpuMs)
                .reduce((sum, ms) => sum + ms, 0)
                .toFixed(2),
            ]),
        '|',
        ...[used?.http, used?.busiestWorker, used?.all].map((share) => share?.toFixed(2) ?? '-'),
      ]),
    ]),
    `What the connections were at that were not idle\n${figures
      .map(
        ({ workers, by, busy, waits }) =>
          `${workers}, ${by}: ${busy.toFixed(1)} at once; ${waits
            .map(({ what, share }) => `${what} ${(share * 100).toFixed(0)} %`)
            .join(', ')}`,
      )
      .join('\n')}`,
    ...figures.flatMap(({ workers, failures }) =>
      [...new Set(failures)].slice(0, 3).map((failure) => `failed with ${workers}: ${failure}`),
    ),
    verdictOf(figures, cores),
  ].join('\n\n');
}

/** Nearer to all of the machine than this, it is the machine that says no. */
const nearlyAll = 0.9;
/** A process runs its program on one core. */
const nearlyOne = 0.85;

export function verdictOf(figures: readonly FleetFigures[], cores: number): string {
  const used = figures.at(0)?.cores ?? null;
  if (used === null) return 'What saturates first: this system does not tell';
  if (used.all >= nearlyAll * cores)
    return `What saturates first here: the machine, ${used.all.toFixed(2)} of its ${cores} cores with one worker; so more workers show what sharing costs, not what it brings`;
  if (used.busiestWorker >= nearlyOne)
    return `What saturates first: the worker, ${used.busiestWorker.toFixed(2)} of one core`;
  if (used.http >= nearlyOne)
    return `What saturates first: the process that takes requests, ${used.http.toFixed(2)} of one core`;
  return `What saturates first: no processor (${used.all.toFixed(2)} of ${cores} cores busy); routes wait for ${figures.at(0)?.waits.at(0)?.what ?? 'nothing'}`;
}
