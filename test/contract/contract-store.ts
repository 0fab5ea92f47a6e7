import type { Reads, Writes } from '@interline/core';
import type { RouteNotifier, StorePort } from '@interline/ports';

/** A store as the contract sees it: its reads and units, what it tells of, and a way to close it. */
export interface ContractStore extends StorePort<Reads, Writes> {
  readonly notifier: RouteNotifier;
  close(): Promise<void>;
}
