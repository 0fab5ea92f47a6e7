import { type Hex, permit2Address, type Refusal, refuse } from '@interline/kernel';
import type { PlannedCall, TransactionRequest } from '@interline/ports';
import type { CallResult, ExecutorCall } from '../abi/batch-executor.ts';
import { allowanceCall, approveCall, balanceOfCall } from '../abi/erc20-calls.ts';
import { nonceBitmapCall } from '../abi/permit2-calls.ts';
import { readUint } from '../abi/words.ts';
import { pinFor, unitsUnspent, wordsOfPulls } from '../permit/pulls-under-way.ts';
import { answeredUint, ethCall, nonceBitmapOf } from '../rpc/state-calls.ts';
import type { ChainCosts, OwnPurpose } from './chain-costs.ts';
import { estimateWithin } from './estimate-within.ts';
import { gasCapOf, gasCeilingOf, postingGasOf } from './gas-limit.ts';
import type { Preparing } from './preparing.ts';
import { revertWords } from './revert-words.ts';
import type { Simulation } from './simulate-calls.ts';

export type PullRequest = Extract<TransactionRequest, { kind: 'pull' }> & {
  /** The payer's standing allowance must be opened in front of the pull. */
  readonly opensCeiling?: true;
};

/** The contract that the call before the pull goes to. */
export function allowanceTarget({ permit }: Pick<PullRequest, 'permit'>): ExecutorCall['to'] {
  return permit.ceiling === undefined ? permit.token : permit2Address;
}

/** The calls that simulate a pull and the planned calls after it. */
export interface PullCalls {
  readonly calls: readonly ExecutorCall[];
  /**
   * Indexes into `calls`. The reads of the payer's balance, allowance and bitmap follow the pull,
   * and the planned calls follow the reads.
   */
  readonly allowanceAt: number | null;
  readonly pullAt: number;
  readonly plannedAt: number;
}

export interface PullGas {
  /** Null if the allowance must not be sent. */
  readonly allowanceGas: bigint | null;
  readonly pullGas: bigint;
  /** Of the planned calls, approvals included; empty where no call was measured. */
  readonly plannedGas: readonly bigint[];
}

type PullVerdict =
  /** `refusal` is the first objection to the planned calls; null if they work too. */
  | { readonly kind: 'pull-works'; readonly gas: PullGas; readonly refusal: Refusal | null }
  | { readonly kind: 'pull-fails'; readonly refusal: Refusal }
  /** The simulation does not show which part fails. */
  | { readonly kind: 'unclear'; readonly refusal: Refusal };

/** Gas caps of the allowance and the pull. */
export interface PullCaps {
  readonly allowance: bigint;
  readonly pull: bigint;
}

/**
 * Each call may burn what its ceiling allows, or the given cap. The payer's balance and allowance
 * are read after the pull: a failed pull leaves them unchanged, and an earlier read would warm the
 * slots whose cold cost is part of the measurement. The bitmap of the payer's pending pulls is read
 * in the same call, so at the same block as the balance.
 */
export function callsOfPull(
  { permit, underWay, then }: PullRequest,
  allowanceData: Hex | null,
  pullData: Hex,
  costs: ChainCosts,
  caps?: PullCaps,
): PullCalls {
  const plain = (to: ExecutorCall['to'], data: Hex): ExecutorCall => ({ to, data, value: 0n });
  const capped = (purpose: OwnPurpose, call: ExecutorCall, gasCap?: bigint): ExecutorCall => ({
    ...call,
    gasCap: gasCap ?? gasCapOf(costs, purpose, call.data),
  });
  const allowance =
    allowanceData === null
      ? []
      : [capped('allowance', plain(allowanceTarget({ permit }), allowanceData), caps?.allowance)];
  const planned = then.flatMap((one) => {
    const calls = sequenceOf(one);
    return calls.map((call, index) =>
      capped(index === calls.length - 1 ? 'call' : 'approve', call),
    );
  });
  const reads = [
    plain(permit.token, balanceOfCall(permit.owner)),
    plain(permit.token, allowanceCall(permit.owner, permit2Address)),
    ...wordsOfPulls(underWay).map((word) =>
      plain(permit2Address, nonceBitmapCall(permit.owner, word)),
    ),
  ];
  return {
    calls: [
      ...allowance,
      capped('pull', plain(permit2Address, pullData), caps?.pull),
      ...reads,
      ...planned,
    ],
    allowanceAt: allowanceData === null ? null : 0,
    pullAt: allowance.length,
    plannedAt: allowance.length + 1 + reads.length,
  };
}

/** A planned call, preceded by its approval. */
export function sequenceOf({ approve, to, data, value }: PlannedCall): readonly ExecutorCall[] {
  const call: ExecutorCall = { to, data, value };
  return approve === undefined
    ? [call]
    : [{ to: approve.token, data: approveCall(approve.spender, approve.units), value: 0n }, call];
}

/** Interprets the simulated calls of `callsOfPull`. */
export function judgePull(
  request: PullRequest,
  { allowanceAt, pullAt, plannedAt }: PullCalls,
  simulation: Simulation,
): PullVerdict {
  const results = simulation.kind === 'ran' ? simulation.results : [];
  const [pull, balanceRead, allowanceRead, ...bitmaps] = results.slice(pullAt, plannedAt);
  if (pull === undefined || balanceRead === undefined || allowanceRead === undefined)
    return {
      kind: 'unclear',
      refusal: refuse('SIMULATION_FAILED', 'the pull and what follows it burn all gas there is'),
    };

  const balance = uintIn(balanceRead);
  const allowance = allowanceAt === null ? undefined : results[allowanceAt];
  if (balance === null) return pullFails("the token does not say the payer's balance");
  if (!pull.ok)
    return pullReverts(request, {
      revert: pull.returned,
      balance,
      allowed: uintIn(allowanceRead),
      isAllowanceRefused: allowance?.ok === false,
    });
  const promised = unitsUnspent(request.underWay, bitmaps.map(uintIn));
  if (balance < promised)
    return pullFails(
      `the payer would have ${balance} left after this pull of ${request.permit.units}; earlier ones under way need ${promised}`,
    );

  const planned = results.slice(plannedAt);
  const failed = planned.findIndex((one) => !one.ok);
  return {
    kind: 'pull-works',
    gas: {
      allowanceGas: allowance?.ok === true ? allowance.gasUsed : null,
      pullGas: pull.gasUsed,
      plannedGas: planned.map((one) => one.gasUsed),
    },
    refusal:
      failed < 0
        ? null
        : refuse('SIMULATION_FAILED', `transaction ${failed + 1} after the pull would revert`),
  };
}

// More than any token measured here needs; unused gas is not paid.
const unmeasured = { allowance: 150_000n, pull: 300_000n };

/**
 * For a node without state overrides. Simulates a pull that depends on nothing by itself; a pull
 * behind an allowance goes unsimulated, with a warning. Refuses the planned calls, because their
 * gas is unknown.
 */
export async function judgePullAlone(
  at: Preparing,
  request: PullRequest,
  pullData: Hex,
): Promise<PullVerdict> {
  const { permit, underWay, then } = request;
  const isSkipped = request.allowance !== null || request.opensCeiling === true;
  if (isSkipped) at.chain.log.warn('simulation-skipped', { chain: at.chain.ref, what: 'pull' });

  const posting = postingGasOf(pullData, await at.chain.postingGas(at.signal), at.chain.costs);
  const [[balanceAnswer, allowedAnswer], bitmaps, { gas: estimate }] = await at.chain.client.read(
    async (node) => {
      const pin = await pinFor(node, underWay);
      return Promise.all([
        node.ask([
          ethCall({ to: permit.token, data: balanceOfCall(permit.owner) }, pin),
          ethCall({ to: permit.token, data: allowanceCall(permit.owner, permit2Address) }, pin),
        ]),
        node.ask(wordsOfPulls(underWay).map((word) => nonceBitmapOf(permit.owner, word, pin))),
        estimateWithin(
          node,
          { from: at.accounts.spender, to: permit2Address, data: pullData },
          gasCeilingOf(at.chain.costs, 'pull', posting),
        ),
      ]);
    },
    at.signal,
  );

  const balance = answeredUint(balanceAnswer);
  if (balance === null) return pullFails("the token does not say the payer's balance");
  const needed = permit.units + unitsUnspent(underWay, bitmaps);
  if (balance < needed)
    return pullFails(`the payer holds ${balance}; this pull and the ones under way need ${needed}`);
  if (!estimate.ok && !isSkipped)
    return pullReverts(request, {
      revert: estimate.revert,
      balance,
      allowed: answeredUint(allowedAnswer),
      isAllowanceRefused: false,
    });
  return {
    kind: 'pull-works',
    gas: estimate.ok
      ? { allowanceGas: null, pullGas: estimate.gas, plannedGas: [] }
      : { allowanceGas: unmeasured.allowance, pullGas: unmeasured.pull, plannedGas: [] },
    refusal:
      then.length === 0
        ? null
        : refuse(
            'SIMULATION_FAILED',
            "the node cannot simulate a rail's calls, so what they take is unknown",
          ),
  };
}

function pullFails(reason: string): PullVerdict {
  return { kind: 'pull-fails', refusal: refuse('SIMULATION_FAILED', reason) };
}

/** Permit2's `InsufficientAllowance(uint256)`. */
const allowanceUsedUp = '0xf96fb071';

function pullReverts(request: PullRequest, reverted: RevertedPull): PullVerdict {
  const { units, ceiling } = request.permit;
  // Other payments have taken from the standing allowance since it was read.
  if (ceiling !== undefined && reverted.revert?.slice(0, 10) === allowanceUsedUp) {
    const reason = `the chain's allowance has less left than this takes, which is ${units}`;
    return { kind: 'pull-fails', refusal: refuse('MANDATE_BUDGET', reason) };
  }
  return pullFails(whyPullReverts(request, reverted));
}

interface RevertedPull {
  readonly revert: Hex | null;
  readonly balance: bigint;
  /**
   * Permit2's allowance, after the allowance call if one ran; null if the token does not return it.
   */
  readonly allowed: bigint | null;
  readonly isAllowanceRefused: boolean;
}

/** Permit2 only reports that the transfer failed, so the payer's own figures explain it. */
function whyPullReverts(
  { permit }: PullRequest,
  { revert, balance, allowed, isAllowanceRefused }: RevertedPull,
): string {
  const because = (why: string): string => `the pull would revert: ${why}`;
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

function uintIn(result: CallResult): bigint | null {
  return result.ok ? readUint(result.returned) : null;
}
