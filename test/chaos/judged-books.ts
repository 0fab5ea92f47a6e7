import { setTimeout as pause } from 'node:timers/promises';
import type { BooksAudit } from './process-messages.ts';
import type { ServiceProcess } from './service-process.ts';
import { longestWaitMs } from '../support/longest-wait.ts';

const lookEveryMs = 250;

/**
 * The books once every chain was compared with them: none is while a transaction of its accounts is
 * under way, such as a delegation. Also returns when time is up.
 */
export async function judgedBooks(alive: Pick<ServiceProcess, 'books'>): Promise<BooksAudit> {
  const giveUpAtMs = performance.now() + longestWaitMs;
  for (;;) {
    const books = await alive.books();
    if (books.unjudged.length === 0 || performance.now() > giveUpAtMs) return books;
    await pause(lookEveryMs);
  }
}
