/** What a list allows that allows everything. */
export const everything = '*';

/** What an agent may do. A list that names nothing allows nothing. Sums are in cents of a dollar. */
export interface AgentPolicy {
  readonly maxPerRoute: bigint;
  /** Of UTC. */
  readonly maxPerDay: bigint;
  /** Symbols of the service's list, as `USDC`, or `eip155:8453/0x…`; of both ends of a route. */
  readonly tokens: readonly string[];
  /** As `eip155:8453`; of both ends of a route. */
  readonly chains: readonly string[];
  /** Addresses as their chains write them, EVM's in lower case; with a memo as `recipientName` has it. */
  readonly recipients: readonly string[];
  /** What is worth more is asked of the owner; null where nothing is. */
  readonly approveAbove: bigint | null;
  readonly expiresAtMs: number;
}
