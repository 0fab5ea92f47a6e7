import type { BooksBalance, BooksReconciliation } from '@interline/client';

const opening =
  'opening balances are posted with the first comparison, which runs by itself every few minutes; "interline books reconcile" makes it now';

export const nothingCompared = `Nothing was compared yet: ${opening}.`;

/** A line for the chains whose balances lack what their accounts held at first; none where there are none. */
export function unopenedLines(
  { accounts }: Pick<BooksBalance, 'accounts'>,
  { holdings }: Pick<BooksReconciliation, 'holdings'>,
): readonly string[] {
  const compared = new Set(holdings.map(({ chain }) => String(chain)));
  const chains = new Set(accounts.map(({ chain }) => String(chain)));
  const unopened = [...chains].filter((chain) => !compared.has(chain));
  if (unopened.length === 0) return [];
  return [
    `${unopened.join(', ')}: only what was moved since the start, without what the accounts held before; ${opening}`,
  ];
}
