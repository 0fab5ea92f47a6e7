export { books } from './module.ts';
export { refreshBooks } from './refresh-books.ts';
export type { BookReads, BookWrites, Liability } from './repository.ts';
