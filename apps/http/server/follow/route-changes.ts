import type { RouteNotifier } from '@interline/ports';

/** Why a wait ended: a change was notified, no change came in time, or the caller stopped it. */
type Heard = 'change' | 'nothing' | 'stop';

/** What is notified of one route, from now on; what comes between two waits ends the next. */
export class RouteChanges {
  readonly #end: () => void;
  #isChanged = false;
  #wake: () => void = () => undefined;

  constructor(notifier: RouteNotifier, routeId: string) {
    this.#end = notifier.onChanged(routeId, () => {
      this.#isChanged = true;
      this.#wake();
    });
  }

  async next(withinMs: number, stop: AbortSignal): Promise<Heard> {
    if (!this.#isChanged && !stop.aborted)
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          clearTimeout(alarm);
          stop.removeEventListener('abort', wake);
          resolve();
        };
        const alarm = setTimeout(wake, withinMs);
        stop.addEventListener('abort', wake);
        this.#wake = wake;
      });
    if (stop.aborted) return 'stop';
    if (!this.#isChanged) return 'nothing';
    this.#isChanged = false;
    return 'change';
  }

  end(): void {
    this.#end();
  }
}
