import { chainInWords, type QuoteRequest, type Refusal, refuse } from '@interline/kernel';
import type { RailContext } from './rail-context.ts';

/** The refusal while one of the lane's two chains is known to be down; null otherwise. */
export function downChain(
  { chains }: Pick<RailContext, 'chains'>,
  { lane }: Pick<QuoteRequest, 'lane'>,
): Refusal | null {
  const down = [lane.from, lane.to].find((chain) => !chains.isUp(chain));
  return down === undefined
    ? null
    : refuse('CHAIN_UNREACHABLE', `${chainInWords(down)} does not answer now`);
}
