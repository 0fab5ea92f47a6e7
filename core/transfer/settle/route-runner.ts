import { isRelayError } from '@interline/kernel';
import type { TransferPorts } from '../ports.ts';
import { advanceRoute } from './advance-route.ts';
import { later, type Turn } from './turn.ts';

/**
 * Advances routes, each at most once at a time in this process. A fault costs a pause, never a
 * route.
 */
export class RouteRunner {
  readonly #ports: TransferPorts;
  readonly #stop: AbortSignal;
  readonly #running = new Map<string, Promise<Turn>>();

  constructor(ports: TransferPorts, stop: AbortSignal) {
    this.#ports = ports;
    this.#stop = stop;
  }

  /** Joins the turn that is under way, if any. */
  run(id: string, patienceMs: number = this.#ports.policy.patienceMs): Promise<Turn> {
    const running = this.#running.get(id);
    if (running !== undefined) return running;
    const turn = this.#guarded(id, patienceMs).finally(() => this.#running.delete(id));
    this.#running.set(id, turn);
    return turn;
  }

  isRunning(id: string): boolean {
    return this.#running.has(id);
  }

  async #guarded(id: string, patienceMs: number): Promise<Turn> {
    const { clock, log, policy } = this.#ports;
    try {
      return await advanceRoute(this.#ports, id, patienceMs, this.#stop);
    } catch (error) {
      if (isRelayError(error) && error.code === 'ACCOUNT_STOPPED')
        log.debug('route-waits', { routeId: id, code: error.code });
      else
        log.warn('advance-failed', {
          routeId: id,
          code: isRelayError(error) ? error.code : 'INTERNAL',
          fault: error instanceof Error ? error.name : 'unknown',
        });
      return later(clock.now() + policy.retryAfterMs);
    }
  }
}
