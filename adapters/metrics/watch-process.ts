import { collectDefaultMetrics } from 'prom-client';
import type { Meters } from './meters.ts';

/**
 * Memory, processor, descriptors, garbage collection and the event loop's delay, under their usual
 * names. It cannot be ended: once a process.
 */
export function watchProcess({ registry }: Pick<Meters, 'registry'>): void {
  collectDefaultMetrics({ register: registry });
}
