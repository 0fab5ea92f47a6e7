import type { ReadyCheck, ReadyReport } from '@interline/http';
import { type ErrorCode, RelayError } from '@interline/kernel';
import type { Middleware } from 'koa';

export interface Readiness {
  report(): ReadyReport;
  /**
   * Why the process takes no new work: it recovers or stops, or the store takes no writes. Null
   * where it does.
   */
  obstacle(): ErrorCode | null;
  /** Start-up is over. */
  open(): void;
  /** Shutting down: load balancers should look elsewhere. */
  shut(): void;
}

/**
 * What GET /readyz reports: the store takes writes, the work has started, and no stop was asked
 * for. Anyone may ask any number of times, so it reads the store's last check and never the store.
 */
export function readiness(store: { fault(): ErrorCode | null }): Readiness {
  let state: 'starting' | 'open' | 'shut' = 'starting';
  const checks = (): readonly ReadyCheck[] => [
    checkOf('store', store.fault()),
    checkOf('work', state === 'open' ? null : 'NOT_READY'),
  ];
  return {
    report: () => ({ checks: checks() }),
    obstacle: () => checks().find((check) => !check.isUp)?.code ?? null,
    open: () => {
      state = 'open';
    },
    shut: () => {
      state = 'shut';
    },
  };
}

function checkOf(name: string, code: ErrorCode | null): ReadyCheck {
  return code === null ? { name, isUp: true } : { name, isUp: false, code };
}

/**
 * Refuses every POST while the process recovers or stops, or the store takes no writes; reads go
 * on.
 */
export function readinessGate(ready: Pick<Readiness, 'obstacle'>): Middleware {
  return async (ctx, next) => {
    const obstacle = ctx.method === 'POST' ? ready.obstacle() : null;
    if (obstacle !== null) throw new RelayError(obstacle);
    await next();
  };
}
