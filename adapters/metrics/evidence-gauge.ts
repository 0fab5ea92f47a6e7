import type { EvidenceReads } from '@interline/core/evidence';
import type { Clock } from '@interline/ports';
import { Gauge } from 'prom-client';
import type { Meters } from './meters.ts';

interface EvidenceParts {
  readonly reader: { readonly evidence: Pick<EvidenceReads, 'head' | 'oldestUnlogged'> };
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * How far the log of receipts is behind. The log promises ten minutes, so an alert needs a figure
 * to compare with that. Left out where the deployment signs no receipts.
 */
export function watchEvidence(
  { registry }: Pick<Meters, 'registry'>,
  { reader: { evidence }, clock }: EvidenceParts,
): void {
  new Gauge({
    name: 'interline_receipt_log_behind_seconds',
    help: 'For how long the oldest receipt waits that no published checkpoint has; 0 where none does.',
    registers: [registry],
    async collect() {
      const head = await evidence.head('published');
      const sinceMs = await evidence.oldestUnlogged(head?.size ?? 0);
      this.set(sinceMs === null ? 0 : Math.max(0, clock.now() - sinceMs) / 1_000);
    },
  });
}
