import { memoryBooks } from '@interline/core/books/testing';
import { booksContract } from './books-contract.ts';

describe('books in memory', () => {
  let books: ReturnType<typeof memoryBooks>;
  beforeEach(() => {
    books = memoryBooks();
  });

  booksContract(() => ({ reads: books, run: (work) => work(books) }));
});
