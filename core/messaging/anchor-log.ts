/** The transparency log that anchored rows are leaves of. */
export interface AnchorLog {
  /**
   * Takes a leaf in: SHA-256 of a row, in hex. The same leaf again changes nothing, so that it may be
   * handed over twice.
   */
  append(hash: string): Promise<void>;
  /** The leaf's proof, as C2SP's tlog-proof has it; null while no checkpoint has it. */
  proof(hash: string): Promise<string | null>;
  /** By when a leaf that is handed over now has its proof. */
  dueAtMs(): number;
}
