import {
  answer,
  type Hex,
  permit2Address,
  type RailOutcome,
  type Refusal,
  refuse,
} from '@interline/kernel';
import type { PlannedCall } from '@interline/ports';
import { allowanceCall, approveCall, balanceOfCall } from '../abi/erc20-calls.ts';
import type { BatchCall } from '../abi/executor-calls.ts';
import type { BatchResult } from '../abi/read-batch-results.ts';
import { readUint } from '../abi/read-uint.ts';
import { explainFailedPull } from './explain-failed-pull.ts';
import type { PullRequest } from './prepare-pull.ts';
import type { Simulation } from './simulate-batch.ts';

export interface PullBatch {
  readonly calls: readonly BatchCall[];
  /** Places in `calls`; the pull's probes follow it, and the rest of the plan follows them. */
  readonly allowanceAt: number | null;
  readonly pullAt: number;
  readonly thenAt: number;
}

export interface PullGas {
  /** Null where the allowance is not to be sent. */
  readonly allowanceGas: bigint | null;
  readonly pullGas: bigint;
  /** Of what was simulated behind it, approvals included; null where nothing was. */
  readonly thenGas: readonly bigint[] | null;
}

/**
 * The payer's balance and allowance are read after the pull: a failed one leaves them as they were,
 * and reading them before would warm the very slots whose cold cost the pull has to be measured
 * with.
 */
export function pullBatch(
  { permit, then }: PullRequest,
  allowanceData: Hex | null,
  pullData: Hex,
): PullBatch {
  const plain = (to: BatchCall['to'], data: Hex): BatchCall => ({ to, data, valueWei: 0n });
  const allowance = allowanceData === null ? [] : [plain(permit.token, allowanceData)];
  const probes = [
    plain(permit.token, balanceOfCall(permit.owner)),
    plain(permit.token, allowanceCall(permit.owner, permit2Address)),
  ];
  return {
    calls: [...allowance, plain(permit2Address, pullData), ...probes, ...then.flatMap(sequenceOf)],
    allowanceAt: allowanceData === null ? null : 0,
    pullAt: allowance.length,
    thenAt: allowance.length + 1 + probes.length,
  };
}

/** A planned call with its approval in front. */
export function sequenceOf({ approve, to, data, valueWei }: PlannedCall): readonly BatchCall[] {
  const call: BatchCall = { to, data, valueWei };
  return approve === undefined
    ? [call]
    : [
        { to: approve.token, data: approveCall(approve.spender, approve.units), valueWei: 0n },
        call,
      ];
}

export function judgePull(
  intent: PullRequest,
  { allowanceAt, pullAt, thenAt }: PullBatch,
  simulation: Simulation,
): RailOutcome<PullGas> {
  const results = simulation.kind === 'ran' ? simulation.results : [];
  const [pull, balanceRead, allowanceRead] = results.slice(pullAt);
  if (pull === undefined || balanceRead === undefined || allowanceRead === undefined) {
    return refuse('SIMULATION_FAILED', 'the pull and what follows it burn all gas there is');
  }
  const balance = uintOf(balanceRead);
  const allowance = allowanceAt === null ? undefined : results[allowanceAt];
  if (balance === null)
    return refuse('SIMULATION_FAILED', "the token does not say the payer's balance");
  if (!pull.ok)
    return explainFailedPull(intent, {
      revert: pull.returned,
      balance,
      allowed: uintOf(allowanceRead),
      isAllowanceRefused: allowance?.ok === false,
    });
  if (balance < intent.pendingUnits) return notEnoughForAll(intent, balance);

  const failed = results.slice(thenAt).findIndex((one) => !one.ok);
  if (failed >= 0)
    return refuse('SIMULATION_FAILED', `transaction ${failed + 1} after the pull would revert`);
  return answer({
    allowanceGas: allowance?.ok === true ? allowance.gasUsed : null,
    pullGas: pull.gasUsed,
    thenGas: results.slice(thenAt).map((one) => one.gasUsed),
  });
}

function notEnoughForAll({ permit, pendingUnits }: PullRequest, left: bigint): Refusal {
  return refuse(
    'SIMULATION_FAILED',
    `the payer would have ${left} left after this pull of ${permit.units}; earlier ones under way need ${pendingUnits}`,
  );
}

function uintOf(result: BatchResult): bigint | null {
  return result.ok ? readUint(result.returned) : null;
}
