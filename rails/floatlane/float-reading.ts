import type { Inventory, TokenRef, Units } from '@interline/plugins';

/** A float as it stands, in its own token's smallest units. */
export interface FloatReading {
  readonly token: TokenRef;
  readonly free: Units;
  readonly target: Units | null;
}

export async function readFloat(
  inventory: Inventory,
  token: TokenRef,
  signal: AbortSignal,
): Promise<FloatReading> {
  return { token, free: await inventory.free(token, signal), target: inventory.target(token) };
}

/** The free float by its target; null where there is no target to measure by. */
export function fullnessPpm({ free, target }: FloatReading): bigint | null {
  return target === null || target === 0n ? null : (free * 1_000_000n) / target;
}
