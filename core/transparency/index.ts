export { growLog } from './grow-log.ts';
export type { LogReads, LogStore, LogUnit, LogView, LogWrites } from './repository.ts';
