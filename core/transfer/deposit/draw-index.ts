import type { TransferPorts } from '../ports.ts';

export const indicesInAll = 2 ** 31;

/**
 * Random rather than sequential: a restored store has forgotten addresses that callers still pay
 * to, and must not issue them again.
 */
export function drawIndex(entropy: TransferPorts['entropy']): () => number {
  return () => Number.parseInt(entropy.hex(4), 16) % indicesInAll;
}
