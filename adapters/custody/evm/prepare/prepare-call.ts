import { answer, refuse, type Hex, type RailOutcome } from '@interline/domain';
import type { EffectIntent, Prepared } from '@interline/ports';
import { approveCall } from '../abi/erc20-calls.ts';
import type { BatchCall } from '../abi/executor-calls.ts';
import { headNumber } from '../rpc/head-block.ts';
import { limitFromMeasured } from './gas-limit.ts';
import { marketFees } from './market.ts';
import { postingGasOf } from './posting-gas.ts';
import { preparedFrom, type Preparing } from './preparing.ts';
import { revertWords } from './revert-words.ts';
import { simulateBatch, type Simulation } from './simulate-batch.ts';

export type CallIntent = Extract<EffectIntent, { kind: 'call' }>;

// What a rail's call may burn where the node cannot simulate it behind its approval.
const unmeasuredGas = { approve: 100_000n, call: 1_500_000n };

/** A rail's call from the spender, with the exact approval it needs in front. */
export async function prepareCall(at: Preparing, intent: CallIntent): Promise<RailOutcome<readonly Prepared[]>> {
  const { approve } = intent;
  const call: BatchCall = { to: intent.to, data: intent.data, valueWei: intent.valueWei };
  if (approve === undefined) return prepareSequence(at, [call]);

  const approval = (units: bigint): BatchCall => ({ to: approve.token, data: approveCall(approve.spender, units), valueWei: 0n });
  const plain = await prepareSequence(at, [approval(approve.units), call]);
  if (plain.ok) return plain;
  // Tokens such as USDT change an allowance only from zero, and a reverted call leaves one behind.
  const fromZero = await prepareSequence(at, [approval(0n), approval(approve.units), call]);
  return fromZero.ok ? fromZero : plain;
}

async function prepareSequence(at: Preparing, calls: readonly BatchCall[]): Promise<RailOutcome<readonly Prepared[]>> {
  const { chain, accounts, signal } = at;
  const [market, postingGas, [block, simulation]] = await Promise.all([
    chain.market(signal),
    chain.postingGas(signal),
    chain.client.read((node) => node.ask([headNumber, simulateBatch(accounts.spender, calls)]), signal),
  ]);

  const gas = gasOf(at, simulation, calls.length);
  if (!gas.ok) return gas;
  const fees = marketFees(market, chain.feeCapWei);
  return answer(calls.map(({ to, data, valueWei }, index) => preparedFrom(at, {
    purpose: index === calls.length - 1 ? 'call' : 'approve',
    role: 'spender', to, data, valueWei,
    gasLimit: limitFromMeasured(data, gas.value[index] ?? unmeasuredGas.call, postingGasOf(data, postingGas)),
    expects: null,
  }, fees, block)));
}

function gasOf({ chain }: Preparing, simulation: Simulation, count: number): RailOutcome<readonly bigint[]> {
  switch (simulation.kind) {
    case 'burnt':
      return refuse('SIMULATION_FAILED', 'the call burns all gas there is');
    case 'unsupported':
      chain.log.warn('simulation-skipped', { chain: chain.ref, what: 'call' });
      return answer(Array.from({ length: count }, (_, index) => (index === count - 1 ? unmeasuredGas.call : unmeasuredGas.approve)));
    case 'ran': {
      const failed = simulation.results.findIndex((one) => !one.ok);
      if (failed < 0) return answer(simulation.results.map((one) => one.gasUsed));
      return refuse('SIMULATION_FAILED', failedWords(failed === count - 1 ? 'the call' : 'the approval', simulation.results[failed]?.returned ?? null));
    }
  }
}

function failedWords(what: string, revert: Hex | null): string {
  const why = revertWords(revert);
  return why === null ? `${what} would revert` : `${what} would revert: ${why}`;
}
