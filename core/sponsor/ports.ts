import type { TokenList } from '@interline/kernel';
import type { Clock, Entropy, Log, PricePort, SponsoredCallPort } from '@interline/ports';
import type { Policy } from '../switches/index.ts';
import type { TransactionPorts } from '../transactions/index.ts';
import type { SponsorStore } from './repository.ts';

/** The settings of a deployment for sponsored calls. */
export interface SponsorPolicy {
  readonly enabled: boolean;
}

export interface SponsorPorts {
  readonly store: SponsorStore;
  readonly sponsored: SponsoredCallPort;
  readonly transactions: Omit<TransactionPorts, 'store'> & { readonly store: SponsorStore };
  readonly policy: Policy;
  readonly price: PricePort;
  readonly tokens: TokenList;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Log;
  /** Aborts when the process is asked to stop. */
  readonly lifetime: AbortSignal;
}
