import { parts } from '@interline/compose';
import type { ReadyReport } from '@interline/http';
import type { Container } from 'inversify';

export interface Readiness {
  report(): Promise<ReadyReport>;
  /** Whether new work may be taken on: not before recovery is over, not once the process is to stop. */
  isOpen(): boolean;
  /** Start-up is over. */
  open(): void;
  /** Shutting down: load balancers should look elsewhere. */
  shut(): void;
}

/** What GET /readyz tells: the store answers, the work has started, and nobody asked the process to stop. */
export function readiness(container: Container): Readiness {
  let state: 'starting' | 'open' | 'shut' = 'starting';
  const reader = container.get(parts.reader);
  return {
    async report() {
      const isStoreUp = await reader.counts().then(() => true, () => false);
      return {
        checks: [
          isStoreUp ? { name: 'store', isUp: true } : { name: 'store', isUp: false, code: 'STORE_DOWN' },
          state === 'open' ? { name: 'work', isUp: true } : { name: 'work', isUp: false, code: 'NOT_READY' },
        ],
      };
    },
    isOpen: () => state === 'open',
    open: () => { state = 'open'; },
    shut: () => { state = 'shut'; },
  };
}
