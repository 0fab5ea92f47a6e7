import type { TokenList } from '@interline/kernel';
import type {
  Clock,
  CustodyPort,
  Entropy,
  Log,
  PricePort,
  RailRegistry,
  StorePort,
} from '@interline/ports';
import type { TransferView, TransferUnit } from './repository.ts';
import type { Policy } from '../switches/index.ts';
import { MulticallQueue, type ChainWatch, type Sender } from '../transactions/index.ts';

/** What every step of the money path works with. */
export interface TransferPorts {
  readonly store: StorePort<TransferView, TransferUnit>;
  readonly custody: CustodyPort;
  readonly registry: RailRegistry;
  readonly price: PricePort;
  readonly tokens: TokenList;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Log;
  readonly sender: Sender;
  readonly watch: ChainWatch;
  readonly policy: Policy;
  readonly multicalls: MulticallQueue;
}

/** Ties the knot: what merges transactions works with the very ports it is one of. */
export function transferPorts(
  parts: Omit<TransferPorts, 'multicalls'>,
  stop: AbortSignal,
): TransferPorts {
  const ports: TransferPorts = { ...parts, multicalls: new MulticallQueue(() => ports, stop) };
  return ports;
}
