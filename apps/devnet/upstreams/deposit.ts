/**
 * Value handed over on a source chain; `key` is the hash of the calldata, or the deposit address it
 * was sent to.
 */
export interface Deposit {
  readonly chainId: number;
  readonly key: string;
  readonly txHash: string;
  /** Null for the chain's coin. */
  readonly token: string | null;
  readonly units: bigint;
  readonly depositor: string;
}
