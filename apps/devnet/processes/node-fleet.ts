import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { markOf, type ProcessMark, removePidRecord, writePidRecord } from './pid-record.ts';

const politeStopMs = 300;

/** All nodes one devnet has started, until they are stopped; after that it starts no more. */
export class NodeFleet {
  readonly #instance: string;
  readonly #running = new Map<ChildProcess, ProcessMark | undefined>();
  #stopped: Promise<void> | undefined;
  // A process that ends without stopping its devnet must not leave the nodes behind.
  readonly #killAll = (): void => this.#signalAll('SIGKILL');

  constructor(instance: string) {
    this.#instance = instance;
    process.on('exit', this.#killAll);
  }

  get stopping(): boolean {
    return this.#stopped !== undefined;
  }

  spawn(binary: string, args: readonly string[], stdio: StdioOptions = 'ignore'): ChildProcess {
    if (this.stopping) throw new Error('the devnet is stopping and starts no more chains');
    // Detached, so that Ctrl-C reaches only the supervisor, which may still need the chains while
    // it drains.
    const node = spawn(binary, args, { stdio, detached: true });
    this.#running.set(node, node.pid === undefined ? undefined : markOf(node.pid));
    node.once('exit', () => this.#running.delete(node));
    node.once('error', () => this.#running.delete(node));
    writePidRecord(
      this.#instance,
      [...this.#running.values()].filter((mark) => mark !== undefined),
    );
    return node;
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    const gone = [...this.#running.keys()].map((node) => once(node, 'exit'));
    this.#signalAll('SIGTERM');
    const insist = setTimeout(this.#killAll, politeStopMs);
    await Promise.all(gone);
    clearTimeout(insist);
    process.off('exit', this.#killAll);
    removePidRecord(this.#instance);
  }

  #signalAll(signal: NodeJS.Signals): void {
    for (const node of this.#running.keys()) node.kill(signal);
  }
}
