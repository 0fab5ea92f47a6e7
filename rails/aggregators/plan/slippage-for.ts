import type { Ppm, Units } from '@interline/plugins';
import { tighterSlippage } from '../wire/tighter-slippage.ts';

/**
 * The slippage to ask with, so that the engine's own minimum comes out at the agreed one; never
 * above what the client allowed.
 */
export function slippageFor(allowed: Ppm, expected: Units, agreed: Units | null): Ppm {
  const tighter = agreed === null ? null : tighterSlippage(expected, agreed);
  return tighter === null || tighter > allowed ? allowed : tighter;
}
