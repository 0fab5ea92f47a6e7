import type { ChainRef } from '@interline/kernel';
import type { Clock, Log, OutboundHttp } from '@interline/ports';

export interface StellarCustodySettings {
  readonly chain: ChainRef;
  /** Base URLs of Horizons. With several, two must show the end of a transaction. */
  readonly horizonUrls: readonly string[];
  /** The network passphrase. Every signature is bound to it. */
  readonly passphrase: string;
  /** The ed25519 seed of the float account: 32 bytes. */
  readonly secret: Uint8Array;
  /**
   * Number of accounts that lend sequence numbers to our transactions, including the float: the
   * maximum per ledger. Once they exist, the ledger decides their number.
   */
  readonly channels: number;
  /** Tokens that the account should hold, as `CODE:ISSUER`. */
  readonly trusted: readonly string[];
  /** Highest fee offered per operation, in stroops. */
  readonly feeRateCap: bigint;
  /** How long a signed transaction can be included, in seconds. */
  readonly validForSec: number;
  readonly http: OutboundHttp;
  readonly clock: Clock;
  readonly log: Log;
}
