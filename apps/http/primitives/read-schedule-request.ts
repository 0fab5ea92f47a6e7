import type { ScheduleRequest } from '@interline/core/primitives';
import { badField, missingField } from '../server/parse/bad-field.ts';
import type { ExecuteSetting } from '../transfer/execute/parse.ts';
import type { ScheduleRequestWire } from './primitive-request-schema.ts';
import { readInstant } from './read-instant.ts';
import { readPrimitiveTerms } from './read-primitive-terms.ts';

export function readScheduleRequest(
  { route, everySeconds, at, count, live = false }: ScheduleRequestWire,
  setting: ExecuteSetting,
): ScheduleRequest {
  const terms = readPrimitiveTerms(route, 'route', setting);
  if (everySeconds === undefined && at === undefined)
    throw missingField('everySeconds', 'everySeconds for a repeated run, or at for one run');
  if (everySeconds === undefined && count !== undefined && count > 1)
    throw badField('count', `count ${count} needs everySeconds; without it there is one run`);
  return {
    terms,
    live,
    everyMs: everySeconds === undefined ? null : everySeconds * 1_000,
    atMs: at === undefined ? null : readInstant(at, 'at'),
    count: count ?? null,
  };
}
