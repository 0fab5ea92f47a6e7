import type { RegtestNode } from './regtest-node.ts';

/**
 * Mines a block at this interval while transactions wait for one; returns the stop function. A
 * devnet without transactions stays at its height.
 */
export function mineWaiting(
  { rpc, mine }: Pick<RegtestNode, 'rpc' | 'mine'>,
  everyMs: number,
  log: (line: string) => void,
): () => void {
  let next: NodeJS.Timeout | undefined;
  let ended = false;
  const turn = async (): Promise<void> => {
    try {
      const waiting = await rpc('getrawmempool');
      if (Array.isArray(waiting) && waiting.length > 0) await mine();
    } catch (error) {
      if (!ended) log(`no bitcoin block was mined: ${String(error)}`);
    }
    if (!ended) plan();
  };
  const plan = (): void => {
    next = setTimeout(() => void turn(), everyMs);
  };
  plan();
  return () => {
    ended = true;
    clearTimeout(next);
  };
}
