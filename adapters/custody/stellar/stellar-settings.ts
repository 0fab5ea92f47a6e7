import type { ChainRef } from '@interline/kernel';
import type { Clock, Log, OutboundHttp } from '@interline/ports';

export interface StellarCustodySettings {
  readonly chain: ChainRef;
  /** Base URLs of Horizons. Where there are several, two must show the end of a transaction. */
  readonly horizonUrls: readonly string[];
  /** The network's, which every signature is bound to. */
  readonly passphrase: string;
  /** The ed25519 seed of the float account: 32 bytes. */
  readonly secret: Uint8Array;
  /**
   * How many accounts lend our transactions their sequence numbers, the float's own included: as many
   * can be in one ledger. Once they are made, the ledger says how many there are.
   */
  readonly channels: number;
  /** Tokens that the account is to hold, as `CODE:ISSUER`. */
  readonly trusted: readonly string[];
  /** The most stroops that an operation may be offered for. */
  readonly feeRateCap: bigint;
  /** How long a signed transaction can be included. */
  readonly validForSec: number;
  readonly http: OutboundHttp;
  readonly clock: Clock;
  readonly log: Log;
}
