import { memoryBooks } from '@interline/core/books/testing';
import { ledgerContract } from './ledger-contract.ts';

describe('books in memory', () => {
  let books: ReturnType<typeof memoryBooks>;
  beforeEach(() => {
    books = memoryBooks();
  });

  ledgerContract(() => ({ reads: books, run: (work) => work(books) }));
});
