import { chainToWire } from '@interline/kernel';
import type { ExecuteRequest } from '../execute-request.ts';
import { type DryExecution, dryExecution } from '../execute/execution.ts';
import type { TransferPorts } from '../ports.ts';
import { RailsRefused } from '../quote/rails-refused.ts';
import { unfundedOf, waitFor } from './await-funding.ts';

/**
 * The dry run's answer if the live order would wait until our account is funded: nothing would be
 * sent now. Throws the error if that order would be refused.
 */
export async function rehearseWait(
  ports: TransferPorts,
  request: ExecuteRequest,
  error: unknown,
): Promise<DryExecution> {
  const unfunded = request.sandbox === null ? unfundedOf(ports, request, error) : null;
  if (unfunded === null || !(error instanceof RailsRefused)) throw error;
  if ((await waitFor(ports, request, unfunded.needs, ports.clock.now())) === null) throw error;
  const chain = chainToWire(unfunded.needs.token.chain);
  const [before, now] =
    request.mode === 'deposit'
      ? ['no deposit address would be issued', 'none was issued now']
      : ['nothing would be pulled', 'nothing was broadcast and the permit was not used'];
  return dryExecution(
    [],
    error.refusals,
    `rehearsal: sent live, it would wait with FUNDS_REQUIRED until our account on ${chain} is funded, and ${before} before; ${now}`,
  );
}
