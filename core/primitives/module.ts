import { defineModule } from '@interline/kernel';
import type { ExecuteRoute } from '../transfer/index.ts';
import { createConditional } from './conditional.ts';
import { planBatch } from './plan-batch.ts';
import type { PrimitivePolicy, PrimitivePorts } from './primitive-ports.ts';
import { cancelRecord, readRecord } from './record.ts';
import { runTick } from './run-tick.ts';
import { createSchedule } from './schedule.ts';

export interface Ports extends Omit<PrimitivePorts, 'executeRoute' | 'policy' | 'stop'> {
  readonly transfer: { readonly executeRoute: ExecuteRoute };
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
    const ports: PrimitivePorts = { ...driven, executeRoute, policy: deployment.primitives, stop };
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
