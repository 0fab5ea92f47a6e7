import { answer, asUnits, type Hex, type RailOutcome, refuse } from '@interline/kernel';
import type { Brought, TransactionRequest, Prepared } from '@interline/ports';
import { approveCall } from '../abi/erc20-calls.ts';
import type { ExecutorCall } from '../abi/batch-executor.ts';
import { isWholeBytes } from '../abi/words.ts';
import { gasCapOf, needOfMeasured, postingGasOf } from './gas-limit.ts';
import { simulateWithin } from './guarded-simulation.ts';
import { malformedBytes, type Measured, preparedWithin, type Preparing } from './preparing.ts';
import { revertWords } from './revert-words.ts';
import type { Simulation } from './simulate-calls.ts';

type CallRequest = Extract<TransactionRequest, { kind: 'call' }>;

/**
 * A rail's call from the spender, preceded by the exact approval it needs. Refused if the node
 * cannot simulate it, because its effect is then unknown.
 */
export async function prepareCall(
  at: Preparing,
  request: CallRequest,
): Promise<RailOutcome<readonly Prepared[]>> {
  if (!isWholeBytes(request.data)) return malformedBytes;
  const { approve, brought } = request;
  const call: ExecutorCall = { to: request.to, data: request.data, value: request.value };
  if (approve === undefined) return prepareSequence(at, [call], brought);

  const approval = (units: bigint): ExecutorCall => ({
    to: approve.token,
    data: approveCall(approve.spender, units),
    value: 0n,
  });
  const plain = await prepareSequence(at, [approval(approve.units), call], brought);
  if (plain.ok) return plain;
  // Tokens such as USDT change an allowance only from zero, and a reverted call leaves its
  // allowance set.
  const fromZero = await prepareSequence(
    at,
    [approval(0n), approval(approve.units), call],
    brought,
  );
  return fromZero.ok ? fromZero : plain;
}

/** Sets an allowance to zero. It takes nothing, so it only has to succeed. */
export async function prepareRevocation(
  at: Preparing,
  { token, spender }: Extract<TransactionRequest, { kind: 'revoke' }>,
): Promise<RailOutcome<readonly Prepared[]>> {
  const prepared = await prepareSequence(
    at,
    [{ to: token, data: approveCall(spender, 0n), value: 0n }],
    { token, units: asUnits(0n) },
  );
  return prepared.ok
    ? answer(prepared.value.map((one) => ({ ...one, purpose: 'approve' as const })))
    : prepared;
}

async function prepareSequence(
  at: Preparing,
  calls: readonly ExecutorCall[],
  brought: Brought,
): Promise<RailOutcome<readonly Prepared[]>> {
  const { chain, signal } = at;
  const purposeOf = (index: number) => (index === calls.length - 1 ? 'call' : 'approve');
  const capped = calls.map((call, index) => ({
    ...call,
    gasCap: gasCapOf(chain.costs, purposeOf(index), call.data),
  }));
  const [
    market,
    postingGas,
    {
      block,
      simulation,
      isBeyondCaps,
      losses: [loss],
    },
  ] = await Promise.all([
    chain.market(signal),
    chain.postingGas(signal),
    chain.client.read(
      (node) =>
        simulateWithin(node, at, 'spender', capped, [{ first: 0, end: calls.length, brought }]),
      signal,
    ),
  ]);

  const gas = gasOf(simulation, calls.length);
  if (!gas.ok) return gas;
  if (loss != null) return refuse('SIMULATION_FAILED', loss);
  const drafts = calls.map(({ to, data, value }, index): Measured => ({
    purpose: purposeOf(index),
    role: 'spender',
    to,
    data,
    value,
    gas: needOfMeasured(data, gas.value[index] ?? 0n, postingGasOf(data, postingGas, chain.costs)),
    expects: null,
  }));
  const prepared = preparedWithin(at, drafts, market, block);
  return prepared.ok && isBeyondCaps
    ? refuse('GAS_CEILING', 'the call would revert within the gas that one may take')
    : prepared;
}

function gasOf(simulation: Simulation, count: number): RailOutcome<readonly bigint[]> {
  switch (simulation.kind) {
    case 'burnt':
      return refuse('SIMULATION_FAILED', 'the call burns all gas there is');
    case 'unsupported':
      return refuse(
        'SIMULATION_FAILED',
        "the node cannot simulate a rail's call, so what it takes is unknown",
      );
    case 'ran': {
      const failed = simulation.results.findIndex((one) => !one.ok);
      if (failed < 0) return answer(simulation.results.map((one) => one.gasUsed));
      return refuse(
        'SIMULATION_FAILED',
        failedWords(
          failed === count - 1 ? 'the call' : 'the approval',
          simulation.results[failed]?.returned ?? null,
        ),
      );
    }
  }
}

function failedWords(what: string, revert: Hex | null): string {
  const why = revertWords(revert);
  return why === null ? `${what} would revert` : `${what} would revert: ${why}`;
}
