import { Counter, Histogram, Registry } from 'prom-client';

/**
 * What one process counts. Labels hold patterns, chains, rails and codes, never ids or addresses:
 * their values are as many as the deployment's parts.
 */
export interface Meters {
  readonly registry: Registry;
  /** By the path's pattern, such as `/api/hooks/{id}`. */
  readonly requests: Histogram<'method' | 'path' | 'status'>;
  readonly routes: Counter<'rail' | 'status'>;
  readonly settle: Histogram<'rail'>;
  readonly offers: Counter<'rail' | 'outcome'>;
  readonly railCalls: Histogram<'rail' | 'call' | 'outcome'>;
  readonly chainReads: Histogram<'chain' | 'outcome'>;
  readonly nodeContradictions: Counter<'chain'>;
  readonly jobs: Histogram<'kind' | 'outcome'>;
  readonly jobDelay: Histogram<'kind'>;
  readonly hookTries: Histogram<'outcome'>;
}

const fast = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const slow = [0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1_800, 3_600];

/** Meters of a registry of their own, so that two services in one process count apart. */
export function openMeters(): Meters {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: 'interline_http_request_seconds',
      help: 'Requests by how they were answered, to the last byte.',
      labelNames: ['method', 'path', 'status'],
      buckets: fast,
      registers,
    }),
    routes: new Counter({
      name: 'interline_routes_total',
      help: 'Routes that came to a status; one that a reorg reopens comes to it again.',
      labelNames: ['rail', 'status'],
      registers,
    }),
    settle: new Histogram({
      name: 'interline_route_settle_seconds',
      help: 'From the accepted order to DONE.',
      labelNames: ['rail'],
      buckets: slow,
      registers,
    }),
    offers: new Counter({
      name: 'interline_offers_total',
      help: 'Ways that priced a request (firm, indicative), or the code of why not.',
      labelNames: ['rail', 'outcome'],
      registers,
    }),
    railCalls: new Histogram({
      name: 'interline_rail_call_seconds',
      help: 'Calls of rail packages: answered, refused, or the code of their fault.',
      labelNames: ['rail', 'call', 'outcome'],
      buckets: fast,
      registers,
    }),
    chainReads: new Histogram({
      name: 'interline_chain_read_seconds',
      help: 'Reads of a chain over all its nodes.',
      labelNames: ['chain', 'outcome'],
      buckets: fast,
      registers,
    }),
    nodeContradictions: new Counter({
      name: 'interline_node_contradictions_total',
      help: 'Readings in which two nodes of a chain showed different things where money depended on it.',
      labelNames: ['chain'],
      registers,
    }),
    jobs: new Histogram({
      name: 'interline_job_seconds',
      help: 'Jobs that were run here, until they were completed or put off.',
      labelNames: ['kind', 'outcome'],
      buckets: fast,
      registers,
    }),
    jobDelay: new Histogram({
      name: 'interline_job_delay_seconds',
      help: 'How long a job was due before it was leased.',
      labelNames: ['kind'],
      buckets: fast,
      registers,
    }),
    hookTries: new Histogram({
      name: 'interline_hook_try_seconds',
      help: 'Tries to deliver a webhook.',
      labelNames: ['outcome'],
      buckets: fast,
      registers,
    }),
  };
}

/** `startedAt` is a reading of `performance.now()`. */
export function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1_000;
}
