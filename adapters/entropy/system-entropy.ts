import { randomFillSync } from 'node:crypto';
import type { Entropy } from '@interline/ports';

/**
 * Asking the system costs the same for sixteen bytes as for these, and every request takes sixteen.
 */
const drawnAtOnce = 4_096;

export const systemEntropy: Entropy = pooledEntropy();

/**
 * Each byte is handed out once and wiped, so that what is in memory tells nothing of what was
 * drawn.
 */
function pooledEntropy(): Entropy {
  const pool = Buffer.alloc(drawnAtOnce);
  let used = drawnAtOnce;
  const draw = (bytes: number): string => {
    if (used + bytes > drawnAtOnce) {
      randomFillSync(pool);
      used = 0;
    }
    const drawn = pool.subarray(used, used + bytes);
    used += bytes;
    const text = drawn.toString('hex');
    drawn.fill(0);
    return text;
  };
  return {
    hex: (bytes) =>
      bytes > drawnAtOnce ? randomFillSync(Buffer.alloc(bytes)).toString('hex') : draw(bytes),
  };
}
