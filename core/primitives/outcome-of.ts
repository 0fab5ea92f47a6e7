import { errorEntry, isRelayError } from '@interline/kernel';
import type { ExecuteRequest, ExecuteRoute } from '../transfer/index.ts';
import type { RunOutcome } from './primitive.ts';

/**
 * Runs a request and says what came of it. Throws faults of ours (500 and above), which another try
 * may mend.
 */
export async function outcomeOf(
  executeRoute: ExecuteRoute,
  request: ExecuteRequest,
  signal: AbortSignal,
): Promise<RunOutcome> {
  try {
    const execution = await executeRoute(request, signal);
    if (execution.kind === 'route')
      return { kind: 'started', routeId: execution.route.id, rail: execution.route.rail };
    const [best] = execution.rankedOffers;
    if (best === undefined) return { kind: 'refused', code: 'NO_ROUTE', reason: execution.note };
    const { rail, bridge, output, minOutput, fee, durationSec } = best.quote;
    return { kind: 'priced', rail, bridge, output, minOutput, fee, etaSec: durationSec };
  } catch (error) {
    if (!isRelayError(error) || errorEntry(error.code).http >= 500) throw error;
    return { kind: 'refused', code: error.code, reason: error.message };
  }
}
