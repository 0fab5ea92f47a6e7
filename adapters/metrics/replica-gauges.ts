import { Counter, Gauge } from 'prom-client';
import type { Meters } from './meters.ts';

interface ReplicaWatch {
  look(): Promise<{ readonly isAsked: boolean; readonly lagMs: number | null }>;
  readonly answered: { readonly replica: number; readonly primary: number };
}

/** How far the store's replica lags, looked at when scraped, and who answers reads that may lag. */
export function watchReplica({ registry }: Pick<Meters, 'registry'>, replica: ReplicaWatch): void {
  new Gauge({
    name: 'interline_replica_lag_seconds',
    help: 'How old what the replica of the store shows may be; NaN before it was seen to be near.',
    registers: [registry],
    async collect() {
      const { lagMs } = await replica.look();
      this.set(lagMs === null ? Number.NaN : lagMs / 1_000);
    },
  });
  new Gauge({
    name: 'interline_replica_asked',
    help: '1 where the replica is asked; 0 where the primary answers for it.',
    registers: [registry],
    async collect() {
      this.set((await replica.look()).isAsked ? 1 : 0);
    },
  });
  new Counter({
    name: 'interline_replica_reads_total',
    help: 'Reads that may lag, by who answered them.',
    labelNames: ['by'],
    registers: [registry],
    collect() {
      this.reset();
      this.inc({ by: 'replica' }, replica.answered.replica);
      this.inc({ by: 'primary' }, replica.answered.primary);
    },
  });
}
