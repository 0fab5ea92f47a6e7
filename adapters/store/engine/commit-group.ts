import type { Log } from '@interline/ports';
import type { Catalog } from './catalog.ts';
import type { Session } from './session.ts';
import type { Execute } from './statement.ts';
import { type Failure, SharedCommit } from './shared-commit.ts';
import { Unit } from './unit.ts';

/** A unit that takes this long keeps all others waiting, and is logged. */
const slowUnitMs = 250;

interface GroupParts {
  /** The statement that begins a group. */
  readonly begin: string;
  /** Throws when a commit would be lost. */
  readonly checkPlace?: (() => void) | undefined;
  /** Throws where the group must not be written; its failure is the whole group's. */
  readonly assertMayWrite?: ((execute: Execute) => Promise<void>) | undefined;
  readonly catalog: Catalog;
  readonly log: Log | null;
}

export type GroupEnd =
  | { readonly kind: 'kept'; readonly commit: SharedCommit; readonly commitTookMs: number }
  | { readonly kind: 'lost'; readonly failure: Failure };

/** Runs each unit in a savepoint of one BEGIN and COMMIT; never rejects. */
export async function commitGroup(
  group: readonly PendingUnit[],
  session: Session,
  { begin, checkPlace, assertMayWrite, catalog, log }: GroupParts,
): Promise<GroupEnd> {
  const commit = new SharedCommit(session.execute);
  try {
    await commit.control(begin);
    await assertMayWrite?.((sql, parameters) => commit.execute(sql, parameters));
    for (const pending of group) {
      const startMs = performance.now();
      await pending.attempt(new Unit(pending.name, commit, catalog));
      const tookMs = Math.round(performance.now() - startMs);
      if (tookMs >= slowUnitMs) log?.warn('store-unit-slow', { unit: pending.name, tookMs });
    }
    checkPlace?.();
    const startMs = performance.now();
    await commit.control('COMMIT');
    return { kind: 'kept', commit, commitTookMs: performance.now() - startMs };
  } catch (error) {
    await commit.rollBack();
    return { kind: 'lost', failure: commit.fail(error) };
  } finally {
    await session.release().catch(() => undefined);
  }
}

/** A unit that waits for its turn, with its result kept back until the group's COMMIT. */
export interface PendingUnit {
  readonly name: string;
  /** Never rejects: what the work threw is kept back too. */
  attempt(unit: Unit): Promise<void>;
  /** Gives the caller what the work returned or threw. */
  settle(): void;
  reject(error: unknown): void;
}

export function pendingUnit<T>(
  name: string,
  work: (unit: Unit) => Promise<T>,
  resolve: (value: T) => void,
  reject: (error: unknown) => void,
): PendingUnit {
  let ending = (): void => reject(new Error(`the unit "${name}" was never run`));
  return {
    name,
    async attempt(unit) {
      try {
        const result = await unit.attempt(() => work(unit));
        unit.keep();
        ending = () => resolve(result);
      } catch (error) {
        ending = () => reject(error);
      }
    },
    settle: () => ending(),
    reject,
  };
}
