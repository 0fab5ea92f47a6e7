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
import { Batcher, type ChainWatch, type Sender } from '../transactions/index.ts';

/** What the money path works with. A function asks for the ports that it uses. */
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
  readonly batcher: Batcher;
}

/** The batcher needs the ports it is part of, so it gets them lazily. */
export function transferPorts(
  parts: Omit<TransferPorts, 'batcher'>,
  stop: AbortSignal,
): TransferPorts {
  const ports: TransferPorts = { ...parts, batcher: new Batcher(() => ports, stop) };
  return ports;
}
