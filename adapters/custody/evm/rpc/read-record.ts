import { garbage } from './rpc-fault.ts';

/** An object of a node's answer, its fields still to be read. */
export function readRecord(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw garbage('an answer is no object');
  return value as Readonly<Record<string, unknown>>;
}

export function readList(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw garbage('an answer is no list');
  return value;
}
