import { isRelayError, type RelayError } from '@interline/kernel';
import type { Execute, SqlResult, SqlValue } from './statement.ts';
import { Conflict, storeDown } from './store-down.ts';

/**
 * Why a whole group is lost: the database failed, or it lost against another process and may be run
 * again.
 */
export type Failure = RelayError | Conflict;

/**
 * One BEGIN and COMMIT, shared by the units of a group. Once the database has failed in it nothing
 * more runs: SQLite may have rolled back by itself, and a later statement would then be committed
 * alone.
 */
export class SharedCommit {
  readonly #execute: Execute;
  readonly #onCommit = new Set<() => void>();
  #failure: Failure | null = null;

  constructor(execute: Execute) {
    this.#execute = execute;
  }

  /** Why the whole group is lost, or null. */
  get failure(): Failure | null {
    return this.#failure;
  }

  async execute(sql: string, parameters: readonly SqlValue[]): Promise<SqlResult> {
    if (this.#failure !== null) throw this.#failure;
    try {
      return await this.#execute(sql, parameters);
    } catch (error) {
      throw isFailure(error) ? this.fail(error) : error;
    }
  }

  /**
   * `BEGIN`, `COMMIT` and savepoints: where one of these fails, no unit of the group can be
   * trusted.
   */
  async control(sql: string): Promise<void> {
    try {
      await this.execute(sql, []);
    } catch (error) {
      throw this.fail(error);
    }
  }

  fail(error: unknown): Failure {
    this.#failure ??= isFailure(error) ? error : storeDown(error);
    return this.#failure;
  }

  async rollBack(): Promise<void> {
    try {
      await this.#execute('ROLLBACK', []);
    } catch {
      // Nothing to roll back: the database did it by itself, or is gone.
    }
  }

  /** Called once after the COMMIT, however often it was given. */
  onCommit(listener: () => void): void {
    this.#onCommit.add(listener);
  }

  committed(): void {
    for (const listener of this.#onCommit) listener();
  }
}

function isFailure(error: unknown): error is Failure {
  return isRelayError(error) || error instanceof Conflict;
}
