import type { TokenList } from '@interline/kernel';
import type {
  ChainReader,
  Clock,
  CustodyPort,
  DepositPort,
  Entropy,
  Log,
  PricePort,
  RailRegistry,
  StorePort,
  Tracer,
} from '@interline/ports';
import type { TransferView, TransferUnit } from './repository.ts';
import type { Route } from './route.ts';
import type { Policy } from '../switches/index.ts';
import {
  type Ages,
  type KeySet,
  type Multicalls,
  type TransactionSender,
  type TransactionWatch,
  withKeysOf,
} from '../transactions/index.ts';

/** What the money path works with. A function asks for the ports that it uses. */
export interface TransferPorts {
  readonly store: StorePort<TransferView, TransferUnit>;
  readonly custody: CustodyPort;
  readonly deposits: DepositPort;
  readonly registry: RailRegistry;
  readonly price: PricePort;
  readonly chains: ChainReader;
  readonly tokens: TokenList;
  readonly clock: Clock;
  readonly ages: Ages;
  readonly entropy: Entropy;
  /** One-way, so that the store keeps no secret: hex of at least 32 bytes. */
  readonly hashSecret: (secret: string) => string;
  readonly log: Log;
  readonly tracer: Tracer;
  readonly sender: TransactionSender;
  readonly watch: TransactionWatch;
  readonly policy: Policy;
  readonly multicalls: Multicalls;
  /** Keys that were rotated out and still finish what was begun with them, the newest first. */
  readonly former: readonly KeySet[];
}

/**
 * The ports with custody of the keys that the route was accepted with: a route is finished from the
 * accounts that its money is on. Null where the deployment no longer has these keys.
 */
export function portsOf<T extends Pick<TransferPorts, 'custody' | 'former'>>(
  ports: T,
  { spender }: Pick<Route, 'spender'>,
): T | null {
  return spender === null ? ports : withKeysOf(ports, spender);
}
