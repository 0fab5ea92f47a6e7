import type { GasSeen } from './gas-of.ts';

/** One line of the comparison. */
export interface GasRow {
  readonly key: string;
  readonly what: string;
  /** Ours: sent by the service, taken from the chain. */
  readonly sentBy: 'service' | 'bare account' | 'owner';
  readonly seen: GasSeen;
}

export function rowOf(rows: readonly GasRow[], key: string): GasRow {
  const row = rows.find((one) => one.key === key);
  if (row === undefined) throw new Error(`nothing was measured for ${key}`);
  return row;
}
