import type { Catalog } from './catalog.ts';
import { Db } from './db.ts';
import type { SharedCommit } from './shared-commit.ts';

/** What a unit's work can do, until the unit ends. */
export interface UnitScope {
  readonly db: Db;
  /** Runs after the COMMIT that makes the unit durable; not at all when it is rolled back. */
  onCommit(listener: () => void): void;
}

/**
 * One unit in its own savepoint. Units within it join it: one after another, each in a savepoint of
 * its own.
 */
export class Unit implements UnitScope {
  readonly name: string;
  readonly db: Db;
  readonly #commit: SharedCommit;
  readonly #catalog: Catalog;
  readonly #depth: number;
  #listeners: (() => void)[] = [];
  #isOver = false;
  #inner: Promise<unknown> = Promise.resolve();

  constructor(name: string, commit: SharedCommit, catalog: Catalog, depth = 0) {
    this.name = name;
    this.#commit = commit;
    this.#catalog = catalog;
    this.#depth = depth;
    this.db = new Db(catalog, async (sql, parameters) => {
      if (this.#isOver)
        throw new Error(`the unit "${name}" is over: its writer was used after its work had ended`);
      return commit.execute(sql, parameters);
    });
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  onCommit(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /**
   * Runs the work; on a throw nothing of it stays. Throws the shared commit's failure where the
   * whole group is lost.
   */
  async attempt<T>(work: () => Promise<T>): Promise<T> {
    const savepoint = `unit_${this.#depth}`;
    await this.#commit.control(`SAVEPOINT ${savepoint}`);
    try {
      const result = await this.#finish(work);
      await this.#commit.control(`RELEASE SAVEPOINT ${savepoint}`);
      return result;
    } catch (error) {
      this.#listeners = [];
      if (this.#commit.failure !== null) throw this.#commit.failure;
      await this.#commit.control(`ROLLBACK TO SAVEPOINT ${savepoint}`);
      await this.#commit.control(`RELEASE SAVEPOINT ${savepoint}`);
      throw error;
    }
  }

  /** A unit started within this one. */
  join<T>(name: string, work: (inner: Unit) => Promise<T>): Promise<T> {
    const joined = this.#inner.then(async () => {
      const inner = new Unit(name, this.#commit, this.#catalog, this.#depth + 1);
      const result = await inner.attempt(() => work(inner));
      this.#listeners.push(...inner.#listeners);
      return result;
    });
    this.#inner = joined.catch(() => undefined);
    return joined;
  }

  /** Hands the listeners to the commit, once the unit is written. */
  keep(): void {
    for (const listener of this.#listeners) this.#commit.onCommit(listener);
  }

  async #finish<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      await this.#innerUnits();
      this.#isOver = true;
    }
  }

  // Units within that were not awaited still belong to this one.
  async #innerUnits(): Promise<void> {
    let awaited: Promise<unknown> | null = null;
    while (awaited !== this.#inner) {
      awaited = this.#inner;
      await awaited;
    }
  }
}
