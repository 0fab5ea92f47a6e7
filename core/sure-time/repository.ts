import type { StorePort } from '@interline/ports';

export interface SureTimeReads {
  /** The newest time that was believed, by any process; null before the first. */
  sureTime(): Promise<number | null>;
}

/** Writes inside a unit; its reads see the unit's own writes. */
export interface SureTimeWrites extends SureTimeReads {
  /** Nothing where a newer one is kept. */
  keepSureTime(atMs: number): Promise<void>;
}

export interface SureTimeView {
  readonly sureTime: SureTimeReads;
}

export interface SureTimeUnit {
  readonly sureTime: SureTimeWrites;
}

export type SureTimeStore = StorePort<SureTimeView, SureTimeUnit>;
