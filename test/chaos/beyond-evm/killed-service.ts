import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { BeyondEvmOrder, BeyondEvmWord } from './service.ts';

/** The service in a process that is killed and brought up again on the same folder and port. */
export class KilledService {
  readonly #order: BeyondEvmOrder;
  #child: ChildProcess | null = null;
  /** The chains on which an account was stopped, once for each time, in all its lives. */
  readonly stops: string[] = [];

  constructor(order: BeyondEvmOrder) {
    this.#order = order;
  }

  async start(): Promise<void> {
    const child = fork(fileURLToPath(new URL('./service.ts', import.meta.url)), [], {
      execArgv: ['--conditions=interline-source'],
      serialization: 'advanced',
      stdio: ['ignore', 2, 2, 'ipc'],
    });
    this.#child = child;
    child.on('message', (word: BeyondEvmWord) => {
      if (word.kind === 'account-stopped') this.stops.push(word.chain);
    });
    await wordOf(child, 'loaded');
    child.send(this.#order);
    await wordOf(child, 'ready');
  }

  async books() {
    if (this.#child === null) throw new Error('the service is not there');
    this.#child.send({ kind: 'books' } satisfies BeyondEvmOrder);
    return (await wordOf(this.#child, 'books')).books;
  }

  /** By the ids of their routes. */
  async prices() {
    if (this.#child === null) throw new Error('the service is not there');
    this.#child.send({ kind: 'prices' } satisfies BeyondEvmOrder);
    return (await wordOf(this.#child, 'prices')).prices;
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    this.#child = null;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const death = once(child, 'exit');
    child.kill('SIGKILL');
    await death;
  }
}

/** Its next word of that kind; rejects when it fails or dies first. */
function wordOf<K extends BeyondEvmWord['kind']>(
  child: ChildProcess,
  kind: K,
): Promise<Extract<BeyondEvmWord, { kind: K }>> {
  const over = new AbortController();
  const word = new Promise<Extract<BeyondEvmWord, { kind: K }>>((resolve, reject) => {
    const onWord = (said: BeyondEvmWord): void => {
      // CAST: the kind was just compared.
      if (said.kind === kind) resolve(said as Extract<BeyondEvmWord, { kind: K }>);
      else if (said.kind === 'failed') reject(new Error(`the service failed: ${said.reason}`));
    };
    const onExit = (code: number | null, signal: string | null): void =>
      reject(new Error(`the service ended (${code ?? signal})`));
    child.on('message', onWord).once('exit', onExit);
    over.signal.addEventListener('abort', () => child.off('message', onWord).off('exit', onExit));
  });
  return word.finally(() => over.abort());
}
