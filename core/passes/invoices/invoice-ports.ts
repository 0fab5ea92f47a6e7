import type { TokenList } from '@interline/kernel';
import type {
  Clock,
  CustodyPort,
  DepositPort,
  Entropy,
  Inventory,
  Log,
  PaymentAddressPort,
  PricePort,
  RateLimiter,
  TokenIssuerPort,
} from '@interline/ports';
import type { AmountFor, ExecuteRoute, PrepareOrder, ReadRoute } from '../../transfer/index.ts';
import type { ReadSureTime } from '../../sure-time/index.ts';
import type { Ring } from '../keep-ring.ts';
import type { InvoiceStore } from './repository.ts';

/** Routes whose recipient is an invoice's address. */
export interface Transfers {
  readonly amountFor: AmountFor;
  readonly prepareOrder: PrepareOrder;
  readonly executeRoute: ExecuteRoute;
  readonly readRoute: ReadRoute;
}

/** The ports for creating, watching and claiming invoices. */
export interface InvoicePorts {
  readonly store: InvoiceStore;
  readonly issuer: TokenIssuerPort;
  readonly ring: Ring;
  readonly payments: PaymentAddressPort;
  readonly custody: CustodyPort;
  readonly deposits: Pick<DepositPort, 'chains'>;
  readonly transfer: Transfers;
  readonly rateLimiter: RateLimiter;
  readonly inventory: Pick<Inventory, 'confirmations'>;
  readonly price: PricePort;
  readonly tokens: TokenList;
  readonly clock: Clock;
  /**
   * The time for looking and collecting. One wrong clock reading must not leave an invoice alone
   * for long.
   */
  readonly sureTime: ReadSureTime;
  readonly entropy: Entropy;
  readonly log: Log;
  /** Aborts when the process is asked to stop. */
  readonly lifetime: AbortSignal;
}
