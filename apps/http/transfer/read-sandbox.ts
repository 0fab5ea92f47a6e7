import type { IncomingHttpHeaders } from 'node:http';
import type { SandboxOutcome } from '@interline/core/transfer';
import { badField } from '../server/parse/bad-field.ts';
import { shown } from '../server/parse/shown.ts';

const outcomeHeader = 'x-svc-sandbox-outcome';
const scripted: readonly SandboxOutcome[] = ['failed', 'funds-required', 'awaiting-deposit'];

/**
 * How the sandbox is to end the route, or null outside it. Anything unclear is refused: the
 * alternative is live.
 */
export function readSandbox(headers: IncomingHttpHeaders): SandboxOutcome | null {
  const switched = headers['x-svc-sandbox'];
  const wanted = headers[outcomeHeader];
  if (switched === undefined) {
    if (wanted !== undefined)
      throw badField(outcomeHeader, `${outcomeHeader} is given without x-svc-sandbox: 1`);
    return null;
  }
  if (switched !== '1')
    throw badField('x-svc-sandbox', `x-svc-sandbox must be 1 or left out; got ${shown(switched)}`);
  if (wanted === undefined) return 'done';
  const outcome = scripted.find((one) => one === wanted);
  if (outcome === undefined)
    throw badField(
      outcomeHeader,
      `${outcomeHeader} must be one of ${scripted.join(', ')}; got ${shown(wanted)}`,
    );
  return outcome;
}
