export type { JournalReader, JournalWriter, UnitOfWork } from './store.ts';
