import { defineModule, type TokenList } from '@interline/kernel';
import type { Clock, CustodyPort, Entropy, Log, PricePort, RailRegistry } from '@interline/ports';
import type { ExecuteRoute } from '../transfer/index.ts';
import { cancelRecord, readRecord } from './record.ts';
import { createConditional } from './conditional.ts';
import { createSchedule } from './schedule.ts';
import { planBatch } from './plan-batch.ts';
import type { PrimitivePolicy, PrimitivePorts } from './primitive-ports.ts';
import type { PrimitiveStore } from './repository.ts';
import { runTick } from './run-tick.ts';

export interface Ports {
  readonly store: PrimitiveStore;
  readonly transfer: { readonly executeRoute: ExecuteRoute };
  readonly custody: CustodyPort;
  readonly registry: RailRegistry;
  readonly price: PricePort;
  readonly tokens: TokenList;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Log;
  readonly deployment: { readonly primitives: PrimitivePolicy };
  /** Aborts when the process is asked to stop. */
  readonly lifetime: AbortSignal;
}

export const primitives = defineModule({
  needs: [
    'store',
    'transfer',
    'custody',
    'registry',
    'price',
    'tokens',
    'clock',
    'entropy',
    'log',
    'deployment',
    'lifetime',
  ],
  create({ transfer: { executeRoute }, deployment, lifetime: stop, ...driven }: Ports) {
    const ports: PrimitivePorts = {
      ...driven,
      executeRoute,
      policy: deployment.primitives,
      stop,
    };
    return {
      planBatch: planBatch(ports),
      createSchedule: createSchedule(ports),
      createConditional: createConditional(ports),
      readRecord: readRecord(ports),
      cancelRecord: cancelRecord(ports),
      runTick: runTick(ports),
    };
  },
});
