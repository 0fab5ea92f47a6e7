import type { Clock, CustodyPort, Entropy, Log } from '@interline/ports';
import type { Policy } from '../switches/index.ts';
import type { MulticallQueue } from './multicall-queue.ts';
import type { ChainWatch } from './chain-watch.ts';
import type { TransactionStore } from './repository.ts';
import type { Sender } from './sender.ts';

/** What every transaction of ours is made, sent and watched with. */
export interface TransactionPorts {
  readonly store: TransactionStore;
  readonly custody: CustodyPort;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Log;
  readonly sender: Sender;
  readonly watch: ChainWatch;
  readonly policy: Policy;
  readonly multicalls: MulticallQueue;
}
