import { assertAccountsRun } from '../../transactions/index.ts';
import { checkOpenValue, checkRevertBudgets } from '../execute/check-limits.ts';
import type { ExecuteRequest } from '../execute/execute-request.ts';
import type { TransferPorts } from '../ports.ts';
import { type Blocker, blockerOf, type Findings, nothingFound } from './findings.ts';

type Ports = Pick<TransferPorts, 'custody' | 'store' | 'price' | 'policy' | 'tokens' | 'clock'>;

/** Whether the relayer may take one more pull on the source chain now. */
export async function inspectLimits(
  ports: Ports,
  request: ExecuteRequest,
  signal: AbortSignal,
): Promise<Findings> {
  if (request.mode !== 'permit2') return nothingFound;
  const found = await Promise.all([
    blockerIn(checkOpenValue(ports, request, signal)),
    blockerIn(checkRevertBudgets(ports, ports.store.reads, request)),
    blockerIn(assertAccountsRun(ports.custody, ports.store.reads, request.quote.lane)),
  ]);
  return { blockers: found.filter((one) => one !== null), warnings: [] };
}

async function blockerIn(check: Promise<void>): Promise<Blocker | null> {
  return check.then(() => null, blockerOf);
}
