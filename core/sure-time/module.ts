import { type ChainRef, defineModule } from '@interline/kernel';
import type { ChainTime, Clock, Log } from '@interline/ports';
import { type ReadSureTime, SureTime } from './read-sure-time.ts';
import type { SureTimeStore } from './repository.ts';

export interface Ports {
  readonly store: SureTimeStore;
  readonly clock: Clock;
  readonly chains: ChainTime;
  readonly custody: { readonly chains: readonly ChainRef[] };
  readonly log: Log;
  /** Aborts when the process is asked to stop. */
  readonly lifetime: AbortSignal;
}

export const sureTime = defineModule({
  needs: ['store', 'clock', 'chains', 'custody', 'log', 'lifetime'],
  create({ chains: chainTime, custody, ...ports }: Ports) {
    const time = new SureTime({ ...ports, chainTime, chains: custody.chains });
    const now: ReadSureTime = () => time.read();
    return {
      now,
      /** By how much the clock is ahead of that; 0 for a clock that is believed. Throws `STORE_DOWN`. */
      aheadMs: () => time.aheadMs(),
    };
  },
});
