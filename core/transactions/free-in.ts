import { type Book, freeUnits, noUnits, type Units } from '@interline/kernel';
import type { TransactionReads } from './repository.ts';

/** What is free in the book now, by its last reading; nothing before the first. */
export async function freeIn(
  reads: { readonly transactions: Pick<TransactionReads, 'holding'> },
  book: Book,
): Promise<Units> {
  const { reading, taken } = await reads.transactions.holding(book);
  return reading === null ? noUnits : freeUnits(reading, taken);
}
