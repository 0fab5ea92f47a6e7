import type { BookReads, Liability } from '@interline/core/books';
import type { ChainRef } from '@interline/kernel';
import type { Clock } from '@interline/ports';
import { Gauge } from 'prom-client';
import type { Meters } from './meters.ts';

interface RefundParts {
  readonly reader: { readonly books: Pick<BookReads, 'liabilities'> };
  readonly chains: readonly ChainRef[];
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * What is owed back and cannot be sent now, of routes and of deposits, by the liabilities in the books,
 * which the desk lists too. A chain where nothing waits is 0, so that a rule sees the end of it.
 */
export function watchRefunds(
  { registry }: Pick<Meters, 'registry'>,
  { reader, chains, clock }: RefundParts,
): void {
  const registers = [registry];
  const onEach = async (tell: (chain: ChainRef, owed: readonly Liability[]) => void) => {
    const owed = Map.groupBy(await reader.books.liabilities(), ({ book }) => book.chain);
    for (const chain of new Set([...chains, ...owed.keys()])) tell(chain, owed.get(chain) ?? []);
  };
  new Gauge({
    name: 'interline_refunds_held',
    help: 'Refunds that are owed and cannot be sent now, by the chain that they go back on.',
    labelNames: ['chain'],
    registers,
    async collect() {
      this.reset();
      await onEach((chain, owed) => this.set({ chain }, owed.length));
    },
  });
  new Gauge({
    name: 'interline_refunds_held_oldest_seconds',
    help: 'For how long the oldest of them is held; 0 where none is.',
    labelNames: ['chain'],
    registers,
    async collect() {
      this.reset();
      const nowMs = clock.now();
      await onEach((chain, owed) => {
        const oldestMs = Math.min(nowMs, ...owed.map(({ sinceMs }) => sinceMs));
        this.set({ chain }, (nowMs - oldestMs) / 1_000);
      });
    },
  });
}
