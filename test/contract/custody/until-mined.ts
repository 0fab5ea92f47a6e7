import type { ChainRef } from '@interline/domain';
import type { EvmCustody } from '@interline/adapters/custody/evm';
import type { ChainReading, WatchedEffect } from '@interline/ports';
import { setTimeout as sleep } from 'node:timers/promises';

const readings = 100;

/** Observes until everything watched is in a block; the last reading where that takes longer than two seconds. */
export async function untilMined(custody: EvmCustody, chain: ChainRef, watched: readonly WatchedEffect[]): Promise<ChainReading> {
  const { signal } = new AbortController();
  let reading = await custody.observe(chain, watched, signal);
  for (let count = 1; count < readings && reading.effects.some((one) => one.mined === null); count += 1) {
    await sleep(20);
    reading = await custody.observe(chain, watched, signal);
  }
  return reading;
}
