export { type NewLog, planNewLog } from './begin-log.ts';
export { askAgainMs, cosignedBy } from './cosigned-by.ts';
export { growLog, isGrownFrom } from './grow-log.ts';
export { divergedIn, noteDivergence } from './note-divergence.ts';
export { type OpenLog, openLogBeside, openLogs } from './open-logs.ts';
export { proofText } from './proof-text.ts';
export type {
  LogBeginning,
  LogReads,
  LogRecord,
  LogStore,
  LogUnit,
  LogView,
  LogWrites,
} from './repository.ts';
