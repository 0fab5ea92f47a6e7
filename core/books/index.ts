export { refreshBooks } from './refresh-books.ts';
export type { BookReads, BookWrites, Liability } from './repository.ts';
export { books } from './module.ts';
