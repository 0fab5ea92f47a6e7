import type { EngineState, ServiceStatus } from '@interline/core/discovery';
import { wayStates } from '@interline/ports';
import { Gauge } from 'prom-client';
import type { Meters } from './meters.ts';

/**
 * Gauges over the engines that fare apart from their rails. Read from the status, which is probed at
 * most every 30 s; limits and breakers are each process's own.
 */
export function watchEngines(
  { registry }: Pick<Meters, 'registry'>,
  readStatus: ServiceStatus,
): void {
  const apart = async (): Promise<readonly Apart[]> =>
    (await readStatus()).rails.flatMap(({ name, own }) => (own === null ? [] : [{ name, own }]));
  const registers = [registry];
  new Gauge({
    name: 'interline_engine_requests_left',
    help: "Requests that an engine's limit leaves for clients' prices now.",
    labelNames: ['engine'],
    registers,
    async collect() {
      for (const { name, own } of await apart())
        if (own.requestsLeft !== undefined) this.set({ engine: name }, own.requestsLeft);
    },
  });
  new Gauge({
    name: 'interline_engine_state',
    help: '1 for the state an engine is in: open, resting after faults, paused at its wish, used-up.',
    labelNames: ['engine', 'state'],
    registers,
    async collect() {
      for (const { name, own } of await apart())
        for (const state of wayStates)
          this.set({ engine: name, state }, own.state === state ? 1 : 0);
    },
  });
}

interface Apart {
  readonly name: string;
  readonly own: NonNullable<EngineState['own']>;
}
