import { answer, type Hex, permit2Address, type RailOutcome, refuse } from '@interline/kernel';
import { allowanceCall, balanceOfCall } from '../abi/erc20-calls.ts';
import { readUint } from '../abi/read-uint.ts';
import { estimateGas } from '../rpc/estimate-gas.ts';
import { type CallAnswer, ethCall } from '../rpc/eth-call.ts';
import { explainFailedPull } from './explain-failed-pull.ts';
import type { PullGas } from './judge-pull.ts';
import type { PullRequest } from './prepare-pull.ts';
import type { Preparing } from './preparing.ts';

// Above what any token measured here takes; unused gas is not paid.
const unmeasured = { allowance: 150_000n, pull: 300_000n };

/**
 * For a node without state overrides: the pull by itself where it depends on nothing, behind an
 * allowance unsimulated with a warning. Refuses a rail's calls: what they take is unknown.
 */
export async function simulatePullAlone(
  at: Preparing,
  intent: PullRequest,
  pullData: Hex,
): Promise<RailOutcome<PullGas>> {
  const { permit, pendingUnits } = intent;
  const isSkipped = intent.allowance !== null;
  if (isSkipped) at.chain.log.warn('simulation-skipped', { chain: at.chain.ref, what: 'pull' });

  const [balanceAnswer, allowedAnswer, estimate] = await at.chain.client.read(
    (node) =>
      node.ask([
        ethCall({ to: permit.token, data: balanceOfCall(permit.owner) }),
        ethCall({ to: permit.token, data: allowanceCall(permit.owner, permit2Address) }),
        estimateGas({ from: at.accounts.spender, to: permit2Address, data: pullData }),
      ]),
    at.signal,
  );

  const balance = uintOf(balanceAnswer);
  if (balance === null)
    return refuse('SIMULATION_FAILED', "the token does not say the payer's balance");
  const wanted = permit.units + pendingUnits;
  if (balance < wanted)
    return refuse(
      'SIMULATION_FAILED',
      `the payer holds ${balance}; this pull and the ones under way need ${wanted}`,
    );

  if (!estimate.ok && !isSkipped)
    return explainFailedPull(intent, {
      revert: estimate.revert,
      balance,
      allowed: uintOf(allowedAnswer),
      isAllowanceRefused: false,
    });
  if (intent.then.length > 0)
    return refuse(
      'SIMULATION_FAILED',
      "the node cannot simulate a rail's calls, so what they take is unknown",
    );
  if (estimate.ok) return answer({ allowanceGas: null, pullGas: estimate.gas, thenGas: null });
  return answer({ allowanceGas: unmeasured.allowance, pullGas: unmeasured.pull, thenGas: null });
}

function uintOf(answered: CallAnswer): bigint | null {
  return answered.ok ? readUint(answered.data) : null;
}
