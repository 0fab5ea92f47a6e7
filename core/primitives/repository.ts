import type { StorePort } from '@interline/ports';
import type { IdempotencyReads } from '../idempotency/index.ts';
import type { TransferReads } from '../transfer/index.ts';
import type { Primitive, TickingPrimitive } from './primitive.ts';

/** A due record under a lease. */
export interface LeasedTick {
  readonly record: TickingPrimitive;
  /** Leases of this tick, this one included. */
  readonly attempts: number;
}

export class StalePrimitive extends Error {
  override readonly name = 'StalePrimitive';
}

/** Another worker has the tick by now, or the record has ended: nothing may be started for it. */
export class TickLost extends Error {
  override readonly name = 'TickLost';
}

/** Active schedules and conditionals, as limits count them. */
export interface OpenPrimitives {
  readonly ofClient: number;
  /** Of all clients of the private lane. */
  readonly ofLane: number;
  readonly inAll: number;
}

/** Reads of committed state, on the read-only connection. */
export interface PrimitiveReads {
  primitive(id: string): Promise<Primitive | null>;
  /** Schedules and conditionals that have not ended. */
  openPrimitives(client: string): Promise<OpenPrimitives>;
}

/** Writes inside a unit; its reads see the unit's own writes. */
export interface PrimitiveWrites extends PrimitiveReads {
  /** Reads and locks a record: no other unit moves it until this one ends. */
  primitive(id: string): Promise<Primitive | null>;
  insertPrimitive(primitive: Primitive): Promise<void>;
  /**
   * Guarded by version: throws `StalePrimitive` unless exactly one row moved. Ends the lease.
   * Returns the new state.
   */
  movePrimitive<P extends Primitive>(primitive: P, change: Partial<P>, nowMs: number): Promise<P>;
  /**
   * Leases due ticks, in no order; of more than `limit` those that have waited longest. Every lease
   * raises fence and version.
   */
  leaseTicks(lease: {
    readonly nowMs: number;
    readonly leaseMs: number;
    readonly limit: number;
  }): Promise<readonly LeasedTick[]>;
  /**
   * Ends the lease at that time, so that the tick is tried again. Does nothing where another worker
   * has the tick by now.
   */
  postponeTick(tick: LeasedTick, untilMs: number): Promise<void>;
}

/** Committed state, as this module reads it. */
export interface PrimitiveView {
  readonly primitives: PrimitiveReads;
  readonly idempotency: Pick<IdempotencyReads, 'idempotent'>;
  readonly transfers: Pick<TransferReads, 'route'>;
}

/** One unit of work, as this module sees it. */
export interface PrimitiveUnit {
  readonly primitives: PrimitiveWrites;
}

export type PrimitiveStore = StorePort<PrimitiveView, PrimitiveUnit>;
