export type { AnswerOnce } from './answer-once.ts';
export { isRecorded, type KeyedRequest } from './is-recorded.ts';
export { idempotency } from './module.ts';
export {
  type IdempotencyReads,
  IdempotencyTaken,
  type IdempotencyWrites,
  type IdempotentAnswer,
  type KeptAnswer,
} from './repository.ts';
