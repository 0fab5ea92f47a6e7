import type { ChainRef } from '@interline/kernel';
import type { ChainReading, WatchedTransaction } from '@interline/ports';
import { until } from '../../support/until.ts';
import type { EvmCustody } from '@interline/adapters/custody/evm';

/** Observes until everything watched is in a block. */
export function untilMined(
  custody: EvmCustody,
  chain: ChainRef,
  watched: readonly WatchedTransaction[],
): Promise<ChainReading> {
  const { signal } = new AbortController();
  return until('everything watched in a block', async () => {
    const reading = await custody.observe(chain, watched, signal);
    return reading.transactions.every((one) => one.mined !== null) && reading;
  });
}
