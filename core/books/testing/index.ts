export { memoryBooks } from './memory-books.ts';
