import type { TransferPorts } from '../ports.ts';

export const indicesInAll = 2 ** 31;

/**
 * At random, and not the next one: a store that was put back has forgotten addresses that callers
 * still pay to, and must not give them to others.
 */
export function drawIndex(entropy: TransferPorts['entropy']): () => number {
  return () => Number.parseInt(entropy.hex(4), 16) % indicesInAll;
}
