import { type Book, freeUnits, noUnits, type Units } from '@interline/domain';
import type { JournalReader } from '@interline/ports';

/** What is free in the book now, by its last reading; nothing before the first. */
export async function freeIn(reader: Pick<JournalReader, 'holding'>, book: Book): Promise<Units> {
  const { reading, taken } = await reader.holding(book);
  return reading === null ? noUnits : freeUnits(reading, taken);
}
