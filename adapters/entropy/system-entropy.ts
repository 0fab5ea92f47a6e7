import { randomFillSync } from 'node:crypto';
import type { Entropy } from '@interline/ports';

/**
 * A draw from the system costs the same for sixteen bytes as for 4,096, and every request takes
 * sixteen.
 */
const drawnAtOnce = 4_096;

export const systemEntropy: Entropy = pooledEntropy();

/** Each byte is handed out once and then wiped, so that memory does not reveal what was drawn. */
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
