import { answer, type ChainRef, type FirmQuote, type RailOutcome, refuse } from '@interline/kernel';
import type { Prepared } from '@interline/ports';

/**
 * A call may take this multiple of the gas that its quote was priced for, because estimates are
 * rough.
 */
const frontedFactor = 2n;

/**
 * Limits the signed gas of a rail's calls to twice what their quote was priced for on that chain,
 * in total and in EVM gas. A successful call is charged to no budget, and its code may use less gas
 * in a simulation than in a block. Refused if the simulation already takes more. Unchanged if the
 * quote does not state its gas there.
 */
export function withinFronted(
  fronts: FirmQuote['fronts'],
  chain: ChainRef,
  prepared: readonly Prepared[],
): RailOutcome<readonly Prepared[]> {
  const here = fronts?.filter((one) => one.chain === chain) ?? [];
  if (here.length === 0) return answer(prepared);
  const most = frontedFactor * here.reduce((sum, { gas }) => sum + gas, 0n);
  const takes = prepared.reduce((sum, { callGas = 0n }) => sum + callGas, 0n);
  if (takes > most)
    return refuse(
      'GAS_CEILING',
      `the call would take ${takes} gas, and ${most} is the most by what its quote was priced for`,
    );
  let spare = most - takes;
  return answer(
    prepared.map((one) => {
      if (one.callGas === undefined || one.simulated === undefined) return one;
      const limited = limitedTo(one, one.simulated.gas + spare);
      const room = limited.tx.gasLimit - one.simulated.gas;
      if (room > 0n) spare -= room;
      return limited;
    }),
  );
}

function limitedTo(one: Prepared, most: bigint): Prepared {
  const { tx, nextBlockCost } = one;
  if (tx.gasLimit <= most) return one;
  return {
    ...one,
    tx: { ...tx, gasLimit: most },
    ...(nextBlockCost === undefined ? {} : { nextBlockCost: (nextBlockCost * most) / tx.gasLimit }),
  };
}
