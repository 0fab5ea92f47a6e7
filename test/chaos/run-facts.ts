import type { Route } from '@interline/core/transfer';
import type { EvmAddress } from '@interline/kernel';
import type { Accounts, BooksAudit, StoreAudit } from './process-messages.ts';
import type { SeenTransfer } from './run-chain.ts';
import type { PlannedTransfer } from './run-plan.ts';
import type { JsonRecord } from '@interline/cli';

/** Everything a verdict needs, read once after the last route ended. */
export interface RunFacts {
  /** The service's store was put back to an older copy of itself. */
  readonly wasRestored: boolean;
  readonly transfers: readonly TransferFacts[];
  readonly accounts: Accounts;
  readonly audit: StoreAudit;
  /** Null where an account stands still, or a route waits: what the store lost is in no books. */
  readonly books: BooksAudit | null;
  readonly chains: readonly ChainFacts[];
}

export interface TransferFacts {
  readonly plan: PlannedTransfer;
  readonly payer: EvmAddress;
  readonly recipient: EvmAddress;
  /** Every route id the service ever answered this body with. */
  readonly answers: readonly string[];
  /** What it was refused with, each code once. */
  readonly refusals: readonly string[];
  readonly route: Route | null;
  /** What the service says of it over HTTP. */
  readonly receipt: JsonRecord | null;
  /**
   * From the restart to the first commit that changed the route; null where it had ended before.
   */
  readonly movedAfterMs: number | null;
}

export interface ChainFacts {
  readonly chainId: number;
  readonly usdc: EvmAddress;
  /** USDC's Transfer logs since the money of the run was in place. */
  readonly seen: readonly SeenTransfer[];
  /** Of the float before the first transfer, in USDC. */
  readonly floatBefore: bigint;
  readonly floatAfter: bigint;
  readonly coins: Readonly<Record<keyof Accounts, bigint>>;
  readonly nonces: Readonly<
    Record<keyof Accounts, { readonly mined: number; readonly pending: number }>
  >;
  /**
   * On-chain transactions of each account that the store knows nothing of; none are looked for where
   * it never went back in time.
   */
  readonly strangers: Readonly<Record<keyof Accounts, number>>;
  /** USDC of every payer and recipient, by address. */
  readonly usdcOf: ReadonlyMap<EvmAddress, bigint>;
}
