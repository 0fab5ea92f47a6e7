import {
  type Address,
  asUnits,
  type Hex,
  permit2Address,
  type Refusal,
  refuse,
} from '@interline/kernel';
import type { PrepareOutcome } from '@interline/ports';
import { allowanceCall, eip2612Call } from '../abi/erc20-calls.ts';
import {
  permitSingleCall,
  permitTransferFromCall,
  transferFromCall,
} from '../abi/permit2-calls.ts';
import { isWholeBytes } from '../abi/words.ts';
import { pinFor, unitsUnspent, wordsOfPulls } from '../permit/pulls-under-way.ts';
import { isCeiling, standingOf } from '../permit/verify-ceiling.ts';
import { answeredUint, codeOf, ethCall, nonceBitmapOf } from '../rpc/state-calls.ts';
import { type GasNeed, needOfMeasured, postingGasOf } from './gas-limit.ts';
import { type RailCalls, simulateWithin } from './guarded-simulation.ts';
import {
  allowanceTarget,
  callsOfPull,
  judgePull,
  judgePullAlone,
  type PullCalls,
  type PullGas,
  type PullRequest,
  sequenceOf,
} from './judge-pull.ts';
import { malformedBytes, type Measured, preparedWithin, type Preparing } from './preparing.ts';
import { type PullBytes, pullWorksWithin } from './pull-works-within.ts';

/**
 * The pull, preceded by the payer's EIP-2612 permit if it is still needed. The permit is left out
 * if it would revert (a third party ran it first) while the pull would not, and if Permit2's
 * allowance from the payer is already enough, because we pay for its gas. A refusal of a pull with
 * planned calls states which of the two would fail.
 */
export async function preparePull(at: Preparing, request: PullRequest): Promise<PrepareOutcome> {
  if (isCeiling(request.permit)) {
    const opens = await mustOpen(at, request);
    return prepareNeeded(at, {
      ...request,
      allowance: null,
      ...(opens ? { opensCeiling: opens } : {}),
    });
  }
  const isNeeded = request.allowance !== null && !(await mayTakeEnough(at, request));
  return prepareNeeded(at, isNeeded ? request : { ...request, allowance: null });
}

/** Whether the standing allowance that the payer signed is not open yet. */
async function mustOpen(
  { chain, accounts, signal }: Preparing,
  { permit }: PullRequest,
): Promise<boolean> {
  const { owner, token, ceiling } = permit;
  const [standing] = await chain.client.read(
    (node) => node.ask([standingOf(owner, token, accounts.spender)]),
    signal,
  );
  return ceiling !== undefined && standing.nonce === ceiling.nonce;
}

/**
 * Whether the payer's allowance covers this pull and the pending ones. It is read separately from
 * the simulation, where it would warm the slots whose cold cost is part of the measurement.
 */
async function mayTakeEnough(
  { chain, signal }: Preparing,
  { permit, underWay }: PullRequest,
): Promise<boolean> {
  const question = { to: permit.token, data: allowanceCall(permit.owner, permit2Address) };
  const [[answered], bitmaps] = await chain.client.read(async (node) => {
    const pin = await pinFor(node, underWay);
    return Promise.all([
      node.ask([ethCall(question, pin)]),
      node.ask(wordsOfPulls(underWay).map((word) => nonceBitmapOf(permit.owner, word, pin))),
    ]);
  }, signal);
  const allowed = answeredUint(answered);
  return allowed !== null && allowed >= permit.units + unitsUnspent(underWay, bitmaps);
}

async function prepareNeeded(at: Preparing, request: PullRequest): Promise<PrepareOutcome> {
  const { permit, then } = request;
  const { chain, accounts, signal } = at;
  if (![permit.signature, ...then.map((call) => call.data)].every(isWholeBytes))
    return refusedAfterAll(at, request, malformedBytes);
  const allowanceData = dataInFront(request, accounts.spender);
  if (request.allowance !== null && allowanceData === null)
    return refused(
      request,
      'pull',
      refuse(
        'SIMULATION_FAILED',
        'the allowance signature must be 65 bytes that end in 27 or 28, or 64 bytes',
      ),
    );
  const pullData = isCeiling(permit)
    ? transferFromCall(permit, accounts[request.to])
    : permitTransferFromCall(permit, accounts[request.to]);
  const pullCalls = callsOfPull(request, allowanceData, pullData, chain.costs);

  const railCalls = railCallsOf(request, pullCalls);
  const [market, postingGas, { reader, guarded, payerCode }] = await Promise.all([
    chain.market(signal),
    chain.postingGas(signal),
    chain.client.read(async (node) => {
      const [guarded, [payerCode]] = await Promise.all([
        simulateWithin(node, at, 'spender', pullCalls.calls, railCalls),
        node.ask([codeOf(permit.owner)]),
      ]);
      return { reader: node, guarded, payerCode };
    }, signal),
  ]);
  const { block, simulation, losses, isBeyondCaps } = guarded;
  if (market.baseFee > chain.costs.feeRateCap)
    return refused(
      request,
      'pull',
      refuse('SIMULATION_FAILED', 'gas on this chain costs more now than the relayer offers'),
    );

  const verdict =
    simulation.kind === 'unsupported'
      ? await judgePullAlone(at, request, pullData)
      : judgePull(request, pullCalls, simulation);
  if (verdict.kind === 'unclear') return refusedAfterAll(at, request, verdict.refusal);
  if (verdict.kind === 'pull-fails') return refused(request, 'pull', verdict.refusal);

  const runsForeignCode = payerCode !== '0x';
  const needOf =
    (isForeign: boolean): NeedOf =>
    (data, gas) =>
      needOfMeasured(data, gas, postingGasOf(data, postingGas, chain.costs), isForeign);
  const bytes = { allowanceData, pullData };
  const drafts = pullDrafts(at, request, bytes, verdict.gas, needOf(runsForeignCode)).map(
    (draft): Measured => ({ ...draft, runsForeignCode }),
  );
  const measured = preparedWithin(at, drafts, market, block);
  if (!measured.ok) return refused(request, 'pull', measured);
  // On chains that multiply the EVM's gas, twice that gas is not a meaningful limit.
  const needsCeiling =
    runsForeignCode &&
    (chain.costs.gasFactor > 1n ||
      !(await pullWorksWithin(at, request, bytes, measured.value, reader)));
  const pull = needsCeiling
    ? preparedWithin(
        at,
        drafts.map((draft) => ({ ...draft, needsCeiling })),
        market,
        block,
      )
    : measured;
  if (!pull.ok) return refused(request, 'pull', pull);

  if (verdict.refusal !== null) return refused(request, 'planned-calls', verdict.refusal);
  const loss = losses[0] ?? null;
  if (loss !== null) return refused(request, 'planned-calls', refuse('SIMULATION_FAILED', loss));
  // The planned calls are always compared with their ceilings, because a pull is useless where the
  // plan cannot continue.
  const planned = preparedWithin(
    at,
    plannedDrafts(request, verdict.gas, needOf(false)),
    market,
    block,
  );
  if (!planned.ok) return refused(request, 'planned-calls', planned);
  // Only code that checks its own gas fails within a cap that it does not need.
  if (isBeyondCaps)
    return refused(
      request,
      'pull',
      refuse('GAS_CEILING', 'the pull would revert within the gas that one may take'),
    );
  return {
    ok: true,
    value: at.usesMulticalls ? [...pull.value, ...planned.value] : pull.value,
    planned: planned.value,
  };
}

/**
 * The call in front of the pull; null where none is needed, and for an allowance whose signature
 * cannot be used.
 */
function dataInFront(
  { permit, allowance, opensCeiling }: PullRequest,
  spender: Address,
): Hex | null {
  if (isCeiling(permit))
    return opensCeiling === true ? permitSingleCall(permit, permit.ceiling, spender) : null;
  return allowance === null ? null : eip2612Call(permit.owner, allowance);
}

function refused(
  { then }: PullRequest,
  failedPart: 'pull' | 'planned-calls',
  refusal: Refusal,
): PrepareOutcome {
  return then.length === 0 ? refusal : { ...refusal, failedPart };
}

/** If the refusal does not show which part fails, the pull is prepared alone. */
async function refusedAfterAll(
  at: Preparing,
  request: PullRequest,
  refusal: Refusal,
): Promise<PrepareOutcome> {
  if (request.then.length === 0) return refusal;
  const alone = await prepareNeeded(at, { ...request, then: [] });
  return refused(request, alone.ok ? 'planned-calls' : 'pull', refusal);
}

/** The planned calls may take what the pull has just brought to their account. */
function railCallsOf(
  { permit, to, then }: PullRequest,
  { calls, plannedAt }: PullCalls,
): readonly RailCalls[] {
  if (then.length === 0) return [];
  return [
    {
      first: plannedAt,
      end: calls.length,
      brought: { token: permit.token, units: asUnits(to === 'spender' ? permit.units : 0n) },
    },
  ];
}

type NeedOf = (data: Hex, gas: bigint) => GasNeed;

function pullDrafts(
  { accounts }: Preparing,
  { permit, to }: PullRequest,
  { allowanceData, pullData }: PullBytes,
  { allowanceGas, pullGas }: PullGas,
  need: NeedOf,
): readonly Measured[] {
  const pull: Measured = {
    purpose: 'pull',
    role: 'spender',
    to: permit2Address,
    data: pullData,
    value: 0n,
    gas: need(pullData, pullGas),
    expects: {
      token: permit.token,
      from: permit.owner,
      to: accounts[to],
      units: permit.units,
    },
  };
  if (allowanceData === null || allowanceGas === null) return [pull];
  const allowance: Measured = {
    purpose: 'allowance',
    role: 'spender',
    to: allowanceTarget({ permit }),
    data: allowanceData,
    value: 0n,
    gas: need(allowanceData, allowanceGas),
    expects: null,
  };
  return [allowance, pull];
}

/**
 * Where transactions are merged, the planned calls go out with the pull, and succeed or fail
 * together.
 */
function plannedDrafts(
  { then }: PullRequest,
  { plannedGas }: PullGas,
  need: NeedOf,
): readonly Measured[] {
  if (plannedGas.length === 0) return [];
  let next = 0;
  return then.flatMap((planned, index) => {
    const calls = sequenceOf(planned);
    return calls.map(({ to, data, value }, place): Measured => ({
      purpose: place === calls.length - 1 ? 'call' : 'approve',
      role: 'spender',
      to,
      data,
      value,
      gas: need(data, plannedGas[next++] ?? 0n),
      expects: null,
      then: index,
    }));
  });
}
