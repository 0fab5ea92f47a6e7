/** What ends with the bench, however that ends. */
interface Stoppable {
  stop(): Promise<void>;
}

const running = new Set<Stoppable>();

let stopping = false;

/**
 * The same, and stopped as well where the bench is interrupted: chains, services and databases are
 * processes of their own, and would be left behind.
 */
export function stoppedWithBench<T extends Stoppable>(one: T): T {
  if (process.listenerCount('SIGINT', onSignal) === 0)
    process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  running.add(one);
  return {
    ...one,
    async stop() {
      if (running.delete(one)) await one.stop();
    },
  };
}

/** Whether the bench was interrupted: what fails from then on fails because of that. */
export function isInterrupted(): boolean {
  return stopping;
}

function onSignal(signal: NodeJS.Signals): void {
  if (!stopping) void stopAll(signal);
}

async function stopAll(signal: NodeJS.Signals): Promise<void> {
  stopping = true;
  process.stderr.write(`${signal}: stopping\n`);
  // Those that were started last go first: they need the others. More may start meanwhile.
  for (let last = [...running].at(-1); last !== undefined; last = [...running].at(-1)) {
    running.delete(last);
    await last.stop().catch(() => undefined);
  }
  process.exit(signal === 'SIGINT' ? 130 : 143);
}
