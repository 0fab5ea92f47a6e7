import type { BooksStatement } from '@interline/client';
import { csvLine } from '@interline/core/books';

export const statementColumns = [
  'group',
  'account',
  'side',
  'chain',
  'token',
  'symbol',
  'units',
  'amount',
  'usd',
  'profitUsd',
] as const;

/** A statement's rows with a heading; what has no price has empty dollars. */
export function statementCsv({ rows }: Pick<BooksStatement, 'rows'>): readonly string[] {
  const lines = rows.map(({ group, account, side, chain, token, symbol, units, amount, usd }) => {
    const cells = [group, account, side, String(chain), token, symbol, units];
    const profit = usd === null ? '' : side === 'credit' ? usd : negated(usd);
    return csvLine([...cells, amount ?? '', usd ?? '', profit]);
  });
  return [csvLine(statementColumns), ...lines];
}

function negated(usd: string): string {
  if (/^-?0+\.0+$/.test(usd)) return usd;
  return usd.startsWith('-') ? usd.slice(1) : `-${usd}`;
}
