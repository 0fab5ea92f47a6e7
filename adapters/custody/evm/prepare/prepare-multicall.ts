import { type AccountRole, type Address, permit2Address } from '@interline/kernel';
import type { EvmTxFields } from '../evm-tx-fields.ts';
import type { Prepared, PreparedMerged } from '@interline/ports';
import {
  type ExecutorCall,
  type CallGroup,
  payCall,
  paymentsIn,
  runGroupsCall,
} from '../abi/batch-executor.ts';
import { witnessGas, witnessOf } from '../abi/multicall-witness.ts';
import type { EvmChain } from '../evm-chain.ts';
import { askEach } from '../rpc/ask-each.ts';
import { headNumber } from '../rpc/blocks.ts';
import { executionGas, intrinsicGas, postingGasOf, postingRoom } from './gas-limit.ts';
import { type GuardedSimulation, type RailCalls, simulateGuarded } from './guarded-simulation.ts';
import { least, marketFees } from './market.ts';
import { preparedFrom, type Preparing } from './preparing.ts';

/** Overhead per group: its self-call, the copies of its calldata and its failure event. */
const groupGas = 12_000n;

/**
 * One transaction of the account to itself. A single call is sent as it is. If fees exceed the cap,
 * it waits in the mempools like any payout.
 */
export async function prepareMulticall(
  at: Preparing & { readonly chain: EvmChain },
  role: AccountRole,
  groups: readonly (readonly EvmTxFields[])[],
): Promise<PreparedMerged> {
  const { chain, accounts, signal } = at;
  // Capped as in the block, so that a call that burns all its gas does not starve the calls behind
  // it.
  const calls = groups.flat().map((one) => ({ ...callOf(one), gasCap: gasCapOf(one) }));
  const spans = role === 'spender' ? railCallsIn(groups, chain.tokens) : groups.map(() => null);
  const guards = spans.filter((span) => span !== null);
  const simulation = simulateGuarded(at, role, calls, guards);
  const [market, postingGas, [block, guarded]] = await Promise.all([
    chain.market(signal),
    chain.postingGas(signal),
    chain.client.read((node) => node.ask([headNumber, simulation]), signal),
  ]);
  const first = outcomesOf(groups, spans, guarded);
  const isDoubtful = ({ isOk }: Outcome, index: number): boolean => !isOk && spans[index] === null;
  // One node alone cannot exclude a group, but the strictest node decides what a rail's calls may
  // take.
  const others = first.some(isDoubtful)
    ? await askEach(chain.client, (node) => node.ask([simulation]), signal)
    : [];
  const again = others.map(({ said: [one] }) => outcomesOf(groups, spans, one));
  const outcomes = first.map((one, index) =>
    isDoubtful(one, index) && again.some((node) => node[index]?.isOk === true)
      ? { ...one, isOk: true }
      : one,
  );
  const failed = outcomes.flatMap(({ isOk }, index) => (isOk ? [] : [index]));
  const whole = outcomes.filter(({ isOk }) => isOk);
  if (whole.length === 0) return { prepared: null, failed };

  const message = messageOf(accounts[role], whole);
  const room = least(
    postingRoom(postingGasOf(message.data, postingGas, chain.costs)),
    chain.costs.mostPostingGas,
  );
  const gas = whole.reduce(
    (sum, one) => sum + one.gasCap + groupGas,
    intrinsicGas(message.data) + witnessGas + room,
  );
  // A single call keeps the limit it was prepared with.
  const tx = {
    ...message,
    gasLimit: message.to === accounts[role] ? gas : least(gas, whole[0]?.mostGas ?? gas),
  };
  const prepared: Prepared = preparedFrom(
    at,
    { purpose: 'batch', role, ...tx, expects: null },
    marketFees(market, chain.costs.feeRateCap),
    block,
  );
  return { prepared, failed };
}

interface Outcome extends CallGroup {
  readonly isOk: boolean;
  /** Gas limit of its calls as standalone transactions, with intrinsic gas. */
  readonly mostGas: bigint;
}

/**
 * A rail's calls in each group: those after its pull, if any of them goes to something other than a
 * token. Null if a group has none. Their declared amounts were checked against what their route
 * brought when they were prepared.
 */
function railCallsIn(
  groups: readonly (readonly EvmTxFields[])[],
  tokens: readonly Address[],
): readonly (RailCalls | null)[] {
  let end = 0;
  return groups.map((group) => {
    const first = end + group.findLastIndex(({ to }) => to === permit2Address) + 1;
    end += group.length;
    const isRails = group.some(({ to }) => to !== permit2Address && !tokens.includes(to));
    return isRails ? { first, end } : null;
  });
}

function outcomesOf(
  groups: readonly (readonly EvmTxFields[])[],
  spans: readonly (RailCalls | null)[],
  { simulation, losses }: GuardedSimulation,
): readonly Outcome[] {
  let first = 0;
  const left = [...losses];
  return groups.map((group, index) => {
    const isSafe = spans[index] === null || left.shift() === null;
    const results =
      simulation.kind === 'ran' ? simulation.results.slice(first, first + group.length) : null;
    first += group.length;
    return {
      // If the node cannot simulate, a rail's calls are left out.
      isOk:
        isSafe &&
        (results === null ? simulation.kind === 'unsupported' : results.every((one) => one.ok)),
      // In a multicall, calls may burn no more than alone, and as much as in the simulation: code
      // that checks its own gas ends the same way in the block.
      gasCap: group.reduce((sum, one) => sum + gasCapOf(one), 0n),
      mostGas: group.reduce((sum, one) => sum + one.gasLimit, 0n),
      calls: group.map(callOf),
    };
  });
}

function messageOf(
  account: Address,
  groups: readonly Outcome[],
): Pick<EvmTxFields, 'to' | 'data' | 'value'> {
  const [only, ...others] = groups;
  const [call, ...more] = only?.calls ?? [];
  if (call !== undefined && others.length === 0 && more.length === 0) return call;
  const payments = paymentsIn(groups);
  return {
    to: account,
    data: payments === null ? runGroupsCall([...groups, witnessOf(account)]) : payCall(payments),
    value: 0n,
  };
}

/**
 * The part of its limit that the call sees. In a multicall, base and calldata are paid before it
 * runs.
 */
function gasCapOf({ gasLimit, data }: EvmTxFields): bigint {
  return executionGas(gasLimit, data);
}

function callOf({ to, data, value }: EvmTxFields): ExecutorCall & Pick<EvmTxFields, 'value'> {
  return { to, data, value };
}
