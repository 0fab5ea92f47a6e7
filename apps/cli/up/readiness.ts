import type { ReadyReport } from '@interline/http';

export interface Readiness {
  report(): Promise<ReadyReport>;
  /** Whether new work may be taken on: not before recovery is over, not once the process is to stop. */
  isOpen(): boolean;
  /** Start-up is over. */
  open(): void;
  /** Shutting down: load balancers should look elsewhere. */
  shut(): void;
}

/**
 * What GET /readyz tells: the store answers, the work has started, and nobody asked the process to stop. Anybody may ask, as
 * often as they like, so the store is asked for one row by its key, whatever it holds.
 */
export function readiness(reader: { readonly route: (id: string) => Promise<unknown> }): Readiness {
  let state: 'starting' | 'open' | 'shut' = 'starting';
  return {
    async report() {
      const isStoreUp = await reader.route('').then(() => true, () => false);
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
