import type { Health } from '@interline/ports';
import { plain } from './boundary-shapes.ts';
import { broken } from './broken-contract.ts';
import { z } from 'zod';

const shape = z.object({ isUp: z.boolean(), reason: plain().optional() });

/** Reads a rail's word on itself; an answer outside the contract counts as down. */
export function readHealth(value: unknown, rail: string): Health {
  const read = shape.safeParse(value);
  if (!read.success) return { isUp: false, reason: broken(rail, 'it answered no health') };
  const { isUp, reason } = read.data;
  return reason === undefined ? { isUp } : { isUp, reason };
}
