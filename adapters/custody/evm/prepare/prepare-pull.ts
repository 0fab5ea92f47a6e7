import { answer, asUnits, permit2Address, type RailOutcome, refuse } from '@interline/kernel';
import type { Prepared } from '@interline/ports';
import { eip2612Call } from '../abi/erc20-calls.ts';
import { permitTransferFromCall } from '../abi/permit2-calls.ts';
import { headNumber } from '../rpc/blocks.ts';
import { type GasNeed, needOfMeasured, postingGasOf } from './gas-limit.ts';
import { type RailCalls, simulateGuarded } from './guarded-simulation.ts';
import {
  judgePull,
  pullBatch,
  type PullBatch,
  type PullRequest,
  sequenceOf,
  simulatePullAlone,
} from './judge-pull.ts';
import { marketFees } from './market.ts';
import { type Draft, type Measured, preparedWithin, type Preparing } from './preparing.ts';

/**
 * The pull, with the payer's EIP-2612 permit in front where it is still needed: one that would
 * revert (a stranger ran it first) beside a pull that would not is left out.
 */
export async function preparePull(
  at: Preparing,
  intent: PullRequest,
): Promise<RailOutcome<readonly Prepared[]>> {
  const { permit } = intent;
  const { chain, accounts, signal } = at;
  const allowanceData =
    intent.allowance === null ? null : eip2612Call(permit.owner, intent.allowance);
  if (intent.allowance !== null && allowanceData === null) {
    return refuse(
      'SIMULATION_FAILED',
      'the allowance signature must be 65 bytes that end in 27 or 28, or 64 bytes',
    );
  }
  const pullData = permitTransferFromCall(permit, accounts[intent.to]);
  const batch = pullBatch(intent, allowanceData, pullData);

  const [
    market,
    postingGas,
    [
      block,
      {
        simulation,
        losses: [loss],
      },
    ],
  ] = await Promise.all([
    chain.market(signal),
    chain.postingGas(signal),
    chain.client.read(
      (node) =>
        node.ask([
          headNumber,
          simulateGuarded(at, 'spender', batch.calls, railCallsOf(intent, batch)),
        ]),
      signal,
    ),
  ]);
  if (market.baseFee > chain.costs.capWei)
    return refuse('SIMULATION_FAILED', 'gas on this chain costs more now than the relayer offers');

  const judged =
    simulation.kind === 'unsupported'
      ? await simulatePullAlone(at, intent, pullData)
      : judgePull(intent, batch, simulation);
  if (!judged.ok) return judged;
  if (loss != null) return refuse('SIMULATION_FAILED', loss);

  const { allowanceGas, pullGas, thenGas } = judged.value;
  const need = (data: Draft['data'], gas: bigint): GasNeed =>
    needOfMeasured(data, gas, postingGasOf(data, postingGas));
  const pull: Measured = {
    purpose: 'pull',
    role: 'spender',
    to: permit2Address,
    data: pullData,
    valueWei: 0n,
    gas: need(pullData, pullGas),
    expects: {
      token: permit.token,
      from: permit.owner,
      to: accounts[intent.to],
      units: permit.units,
    },
  };
  const allowance: readonly Measured[] =
    allowanceData === null || allowanceGas === null
      ? []
      : [
          {
            purpose: 'allowance',
            role: 'spender',
            to: permit.token,
            data: allowanceData,
            valueWei: 0n,
            gas: need(allowanceData, allowanceGas),
            expects: null,
          },
        ];
  const drafts = [...allowance, pull, ...followingDrafts(intent, thenGas, need)];
  const prepared = preparedWithin(at, drafts, marketFees(market, chain.costs.capWei), block);
  // What follows is held against its ceilings in any case: the pull is for nothing where the plan
  // cannot go on.
  return prepared.ok && !at.isBatched
    ? answer(prepared.value.slice(0, allowance.length + 1))
    : prepared;
}

/**
 * What the plan does next stands behind the pull: it may take what the pull has just brought to the
 * account that calls.
 */
function railCallsOf(
  { permit, to, then }: PullRequest,
  { calls, thenAt }: PullBatch,
): readonly RailCalls[] {
  if (then.length === 0) return [];
  return [
    {
      first: thenAt,
      end: calls.length,
      brought: { token: permit.token, units: asUnits(to === 'spender' ? permit.units : 0n) },
    },
  ];
}

/**
 * Where transactions are merged, what the plan does next goes out with the pull: both happen or
 * none does.
 */
function followingDrafts(
  { then }: PullRequest,
  gas: readonly bigint[] | null,
  need: (data: Draft['data'], gas: bigint) => GasNeed,
): readonly Measured[] {
  if (gas === null) return [];
  let next = 0;
  return then.flatMap((planned, index) => {
    const calls = sequenceOf(planned);
    return calls.map(({ to, data, valueWei }, place): Measured => ({
      purpose: place === calls.length - 1 ? 'call' : 'approve',
      role: 'spender',
      to,
      data,
      valueWei,
      gas: need(data, gas[next++] ?? 0n),
      expects: null,
      then: index,
    }));
  });
}
