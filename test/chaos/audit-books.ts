import { type Composed, useCasesOf } from '@interline/server';
import type { BooksAudit } from './process-messages.ts';

/** Has the service compare its books with the chains, then tells what they say. */
export async function auditBooks(container: Composed['container']): Promise<BooksAudit> {
  const { books } = useCasesOf(container);
  const chains = await books.reconcile();
  const [holdings, balances] = await Promise.all([
    books.readReconciliation(),
    books.showBalances({}),
  ]);
  return {
    unjudged: chains.filter(({ outcome }) => outcome !== 'judged').map(({ chain }) => chain),
    deficits: holdings
      .filter(({ deficit }) => deficit > 0n)
      .map(({ book, deficit }) => ({ ...book, units: deficit })),
    balances: balances.map(({ kind, chain, token, holder, units }) => ({
      kind,
      chain,
      token,
      holder,
      units,
    })),
  };
}
