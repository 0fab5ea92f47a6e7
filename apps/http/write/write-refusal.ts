import type { RailRefusal } from '@interline/domain';
import type * as z from 'zod';
import type { answerFields } from '../wire/answer-fields.ts';

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
