import type { Log } from '@interline/ports';
import type { Catalog } from './catalog.ts';
import type { PendingUnit } from './pending-unit.ts';
import type { Session } from './session.ts';
import { type Failure, Transaction } from './transaction.ts';
import { Unit } from './unit.ts';

/** A unit that takes this long keeps everybody else waiting, and is told to the log. */
const slowUnitMs = 250;

export interface GroupParts {
  /** Starts the group's transaction. */
  readonly begin: string;
  /** Throws when a commit would be lost. */
  readonly checkPlace?: (() => void) | undefined;
  readonly catalog: Catalog;
  readonly log: Log | null;
}

export type GroupEnd =
  | { readonly kind: 'kept'; readonly transaction: Transaction; readonly commitTookMs: number }
  | { readonly kind: 'lost'; readonly failure: Failure };

/** Runs each unit in a savepoint of one transaction and commits it; never rejects. */
export async function commitGroup(
  group: readonly PendingUnit[],
  session: Session,
  { begin, checkPlace, catalog, log }: GroupParts,
): Promise<GroupEnd> {
  const transaction = new Transaction(session.execute);
  try {
    await transaction.control(begin);
    for (const pending of group) {
      const startMs = performance.now();
      await pending.attempt(new Unit(pending.name, transaction, catalog));
      const tookMs = Math.round(performance.now() - startMs);
      if (tookMs >= slowUnitMs) log?.warn('store-unit-slow', { unit: pending.name, tookMs });
    }
    checkPlace?.();
    const startMs = performance.now();
    await transaction.control('COMMIT');
    return { kind: 'kept', transaction, commitTookMs: performance.now() - startMs };
  } catch (error) {
    await transaction.rollBack();
    return { kind: 'lost', failure: transaction.fail(error) };
  } finally {
    await session.release().catch(() => undefined);
  }
}
