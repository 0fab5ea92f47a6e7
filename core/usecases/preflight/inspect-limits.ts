import { RelayError } from '@interline/domain';
import { checkOpenValue } from '../execute/check-open-value.ts';
import { checkRevertBudgets } from '../execute/check-revert-budgets.ts';
import type { ExecuteRequest } from '../execute/execute-route.ts';
import type { MoneyPorts } from '../money/money-ports.ts';
import { blockerOf } from './blocker-of.ts';
import { type Blocker, type Findings, nothingFound } from './findings.ts';

type Ports = Pick<MoneyPorts, 'custody' | 'reader' | 'price' | 'policy' | 'tokens' | 'clock'>;

/** Whether the relayer may take one more pull on the source chain now. */
export async function inspectLimits(ports: Ports, request: ExecuteRequest, signal: AbortSignal): Promise<Findings> {
  if (request.mode !== 'permit2') return nothingFound;
  const found = await Promise.all([
    blockerIn(checkOpenValue(ports, request, signal)),
    blockerIn(checkRevertBudgets(ports, ports.reader, request)),
    blockerIn(checkLane(ports, request)),
  ]);
  return { blockers: found.filter((one) => one !== null), warnings: [] };
}

async function blockerIn(check: Promise<void>): Promise<Blocker | null> {
  return check.then(() => null, blockerOf);
}

async function checkLane({ reader, custody }: Ports, { quote: { lane } }: ExecuteRequest): Promise<void> {
  const spender = await reader.lane(lane.from, custody.account('spender'));
  if (spender?.stopped != null) throw new RelayError('LANE_STOPPED', { chain: lane.from });
}
