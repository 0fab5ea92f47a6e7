import { chainToWire } from '@interline/kernel';
import type { BooksKind, Entry } from '../../books/index.ts';

/** Names of a result, for a positive and a negative one. */
const names: Partial<Readonly<Record<BooksKind, readonly [above: string, below: string]>>> = {
  losses: ['a loss', 'a gain'],
  fees: ['fees taken back', 'fees'],
  capital: ['capital paid out', 'capital'],
};

/** What an entry earns or costs us, as `a loss of 5 of 0x... on 8453`; empty if nothing. */
export function shownEntry(entry: Entry | null): string {
  return (entry?.lines ?? [])
    .flatMap(({ kind, chain, token, units }) => {
      const [above, below] = names[kind] ?? [];
      if (above === undefined || below === undefined) return [];
      const size = units < 0n ? -units : units;
      return [`${units < 0n ? below : above} of ${size} of ${token} on ${chainToWire(chain)}`];
    })
    .join('; ');
}
