export { cosignedBy } from './cosigned-by.ts';
export { growLog } from './grow-log.ts';
export { openLogBeside, openLogs } from './open-logs.ts';
export type { LogReads, LogStore, LogUnit, LogView, LogWrites } from './repository.ts';
