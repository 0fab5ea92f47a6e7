export { answerOnce, type AnswerOnce } from './answer-once.ts';
export {
  type IdempotencyReads,
  IdempotencyTaken,
  type IdempotencyWrites,
  type IdempotentAnswer,
  type KeptAnswer,
} from './repository.ts';
export { idempotency } from './module.ts';
