import { type ErrorCode, errorEntry } from '@interline/kernel';
import type { ProblemBody } from '../schemas/problem-body.ts';
import type { ErrorReply } from './write-error.ts';

/**
 * The same refusal as RFC 9457 has it. There `status` is the HTTP status, so a corridor's state is
 * told by `errorCode` alone.
 */
export function asProblem(
  { body, status }: Pick<ErrorReply, 'body' | 'status'>,
  code: ErrorCode,
): ProblemBody {
  return { ...body, type: body.docs, title: errorEntry(code).summary, status, detail: body.error };
}
