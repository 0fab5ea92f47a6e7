import type { Reads, Writes } from '@interline/core';
import type { StorePort } from '@interline/ports';

/** A store as the contract sees it: with its reads and units, and a way to close it. */
export interface ContractStore extends StorePort<Reads, Writes> {
  close(): Promise<void>;
}
