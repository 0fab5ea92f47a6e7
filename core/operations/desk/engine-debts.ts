import { chainToWire } from '@interline/kernel';
import { type BookReads, engineDebtOf, type Line } from '../../books/index.ts';
import type { Route, TransferReads } from '../../transfer/index.ts';
import type { DeskEntry, DeskSource } from './desk-entry.ts';

interface Ports {
  readonly store: {
    readonly reads: {
      readonly transfers: Pick<TransferReads, 'madeUpRoutes'>;
      readonly books: Pick<BookReads, 'entriesOf'>;
    };
  };
}

/**
 * Engines' debts for routes that ended with a refund from the float. Only the operator can resolve
 * them.
 */
export function engineDebts({ store: { reads } }: Ports): DeskSource {
  return async (limit) => {
    const owed: { readonly route: Route; readonly debt: Line }[] = [];
    // Each results from an operator's own order, so there are few.
    for (const route of await reads.transfers.madeUpRoutes())
      for (const debt of engineDebtOf(await reads.books.entriesOf(route.id)))
        owed.push({ route, debt });
    return { entries: owed.slice(0, limit).map(debtEntry), count: owed.length };
  };
}

function debtEntry({
  route: { id, updatedAtMs, refundTx },
  debt: { chain, token, holder, units },
}: {
  readonly route: Route;
  readonly debt: Line;
}): DeskEntry {
  return {
    kind: 'engine-debt',
    subject: `route ${id}`,
    state: 'OWED_TO_US',
    sinceMs: updatedAtMs,
    shows: {
      engine: holder,
      owed: units.toString(),
      token,
      chain: chainToWire(chain).toString(),
      refundTx,
    },
    whatToDo:
      'The engine has what was handed to it, delivered nothing, and our float has refunded the payer. Claim it from ' +
      'the engine; when it is back it stands as unclaimed on our account, and is matched by the first command.',
    commands: [
      `interline route engine-debt ${id} --as returned --reason "<why>"`,
      `interline route engine-debt ${id} --as lost --reason "<why>"`,
    ],
  };
}
