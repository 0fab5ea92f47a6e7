import { defineEndpoint } from '../endpoint.ts';
import { readLimit } from '../limits/request-limit.ts';
import { cancelledAnswer } from '../wire/primitive-answer.ts';
import type { recordId } from '../wire/record-id.ts';

/** What DELETE is to a schedule and a conditional alike. */
export function cancelRecordEndpoint(
  kind: 'schedule' | 'conditional',
  path: string,
  params: ReturnType<typeof recordId>,
  example: { readonly id: string },
) {
  return defineEndpoint({
    method: 'DELETE',
    path,
    summary: `Cancels a ${kind} for good; a second time changes nothing.`,
    limit: readLimit(`${kind}-record`),
    changes: 'record',
    request: { params },
    example,
    response: cancelledAnswer,
    errors: ['UNKNOWN_RECORD', 'ALREADY_ENDED', 'STORE_DOWN'],
    async handle({ params: { id }, deps }) {
      await deps.useCases.cancelRecord(kind, id);
      return { id, status: 'cancelled' as const };
    },
  });
}
