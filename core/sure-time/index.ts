export { sureTime } from './module.ts';
export type { ReadSureTime } from './read-sure-time.ts';
export type { SureTimeReads, SureTimeUnit, SureTimeView, SureTimeWrites } from './repository.ts';
