import { defineEndpoint } from '../server/endpoint.ts';
import { readLimit } from '../server/limits/request-limit.ts';
import type { recordId } from '../server/schemas/record-id.ts';
import { cancelledAnswer } from './primitive-answer-schema.ts';

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
      await deps.useCases.primitives.cancelRecord(kind, id);
      return { id, status: 'cancelled' as const };
    },
  });
}
