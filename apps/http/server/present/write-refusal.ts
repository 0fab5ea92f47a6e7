import type { RailRefusal } from '@interline/core/transfer';
import type { answerFields } from '../schemas/answer-fields.ts';
import type * as z from 'zod';

export function writeRefusal({
  rail,
  code,
  reason,
  minInput,
}: RailRefusal): z.input<(typeof answerFields)['refusal']> {
  return {
    rail,
    code,
    reason,
    ...(minInput === undefined ? {} : { minInput: minInput.toString() }),
  };
}
