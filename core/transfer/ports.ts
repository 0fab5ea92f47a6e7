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

/** The ports of the money path. A function asks for the ones that it uses. */
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
  /** A one-way hash, as hex of at least 32 bytes, so that the store keeps no secret. */
  readonly hashSecret: (secret: string) => string;
  readonly log: Log;
  readonly tracer: Tracer;
  readonly sender: TransactionSender;
  readonly watch: TransactionWatch;
  readonly policy: Policy;
  readonly multicalls: Multicalls;
  /** Keys that were rotated out. They only finish what was started with them; newest first. */
  readonly former: readonly KeySet[];
}

/**
 * The ports with the keys that the route was accepted with, because a route is finished from the
 * accounts that hold its money. Null if the deployment no longer has these keys.
 */
export function portsOf<T extends Pick<TransferPorts, 'custody' | 'former'>>(
  ports: T,
  { spender }: Pick<Route, 'spender'>,
): T | null {
  return spender === null ? ports : withKeysOf(ports, spender);
}
