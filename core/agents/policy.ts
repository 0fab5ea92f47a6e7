import type { Ppm } from '@interline/kernel';

/** The entry of a list that allows everything. */
export const everything = '*';

/** What an agent may do. An empty list allows nothing. Sums are in US cents. */
export interface AgentPolicy {
  readonly maxPerRoute: bigint;
  /** Of one UTC day. */
  readonly maxPerDay: bigint;
  /** Symbols of the service's list, as `USDC`, or `eip155:8453/0x…`; of both ends of a route. */
  readonly tokens: readonly string[];
  /** As `eip155:8453`; of both ends of a route. */
  readonly chains: readonly string[];
  /** Addresses as their chains write them, EVM's in lower case; with a memo as `recipientName` has it. */
  readonly recipients: readonly string[];
  /** Transfers worth more need the owner's approval; null where none do. */
  readonly approveAbove: bigint | null;
  /** The most slippage a route may accept; left out: the service's default. */
  readonly maxSlippage?: Ppm;
  readonly expiresAtMs: number;
}
