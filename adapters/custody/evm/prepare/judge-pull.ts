import {
  answer,
  type Hex,
  permit2Address,
  type RailOutcome,
  type Refusal,
  refuse,
} from '@interline/kernel';
import type { PlannedCall, TransactionRequest } from '@interline/ports';
import type { BatchCall, BatchResult } from '../abi/batch-executor.ts';
import { allowanceCall, approveCall, balanceOfCall } from '../abi/erc20-calls.ts';
import { readUint } from '../abi/words.ts';
import { type CallAnswer, estimateGas, ethCall } from '../rpc/state-calls.ts';
import type { Preparing } from './preparing.ts';
import { revertWords } from './revert-words.ts';
import type { Simulation } from './simulate-calls.ts';

export type PullRequest = Extract<TransactionRequest, { kind: 'pull' }>;

export interface PullBatch {
  readonly calls: readonly BatchCall[];
  /** Places in `calls`; the pull's probes follow it, and the rest of the plan follows them. */
  readonly allowanceAt: number | null;
  readonly pullAt: number;
  readonly thenAt: number;
}

interface PullGas {
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

  const balance = answeredUint(balanceAnswer);
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
      allowed: answeredUint(allowedAnswer),
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

function answeredUint(answered: CallAnswer): bigint | null {
  return answered.ok ? readUint(answered.data) : null;
}

interface FailedPull {
  readonly revert: Hex | null;
  readonly balance: bigint;
  /** What Permit2 may take, after the allowance if one ran; null where the token does not say. */
  readonly allowed: bigint | null;
  readonly isAllowanceRefused: boolean;
}

/** Permit2 says no more than that the transfer failed, so the payer's own figures explain it. */
function explainFailedPull(
  { permit }: PullRequest,
  { revert, balance, allowed, isAllowanceRefused }: FailedPull,
): Refusal {
  const because = (why: string): Refusal =>
    refuse('SIMULATION_FAILED', `the pull would revert: ${why}`);
  if (balance < permit.units)
    return because(`the payer holds ${balance}, the permit is for ${permit.units}`);

  if (allowed !== null && allowed < permit.units) {
    const refused = isAllowanceRefused ? ", and the payer's EIP-2612 permit would revert too" : '';
    return because(
      `Permit2 may take ${allowed} from the payer, the permit is for ${permit.units}${refused}`,
    );
  }
  return because(
    revertWords(revert) ?? 'the token refuses the transfer; it may block the payer or our account',
  );
}
