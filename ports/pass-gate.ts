/**
 * Where passes are spent: each takes one request past its limit, and says nothing of who sends it.
 */
export interface PassGate {
  /** Whether passes are taken here at all. Where not, requests are not searched for one. */
  readonly isOpen: boolean;
  /**
   * Spends the pass, given as it came over the wire. False, and nothing spent, for one that is
   * malformed, forged, expired or spent.
   */
  spend(pass: string, signal: AbortSignal): Promise<boolean>;
}
