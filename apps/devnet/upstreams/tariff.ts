/**
 * What an engine takes and how long it lets one wait; differs so that no engine wins everywhere.
 */
export interface Tariff {
  readonly spreadPpm: bigint;
  /** Taken off the output, whatever the amount. */
  readonly flatMicroUsd: bigint;
  /** Asked on top, in the source chain's coin. */
  readonly feeWei: bigint;
  /** From the deposit to the payment. */
  readonly fillMs: number;
  /** From a request to its answer, where the devnet is not told to be prompt. */
  readonly answerMs: number;
}
