import { type ChainRef, type FirmQuote, type Refusal, refuse } from '@interline/kernel';
import type { Prepared } from '@interline/ports';

/** How often the gas that a quote was priced for its call may take: estimates are rough. */
const frontedFactor = 2n;

/**
 * Why a rail's calls may not be made: on their chain they take more than twice the gas that their
 * quote was priced for, in the gas of the EVM. A call that takes that much and succeeds is charged
 * to no budget. Null where they may, and where the quote does not say what it fronts there.
 */
export function beyondFronted(
  fronts: FirmQuote['fronts'],
  chain: ChainRef,
  prepared: readonly Pick<Prepared, 'callGas'>[],
): Refusal | null {
  const here = fronts?.filter((one) => one.chain === chain) ?? [];
  if (here.length === 0) return null;
  const most = frontedFactor * here.reduce((sum, { gas }) => sum + gas, 0n);
  const takes = prepared.reduce((sum, { callGas = 0n }) => sum + callGas, 0n);
  return takes <= most
    ? null
    : refuse(
        'GAS_CEILING',
        `the call would take ${takes} gas, and ${most} is the most by what its quote was priced for`,
      );
}
