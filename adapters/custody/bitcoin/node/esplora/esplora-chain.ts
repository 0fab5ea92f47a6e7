import type { ChainRef } from '@interline/kernel';
import type { BlockRef, ChainTip } from '../bitcoin-node.ts';
import { unreachable } from '../node-access.ts';
import { readHash } from '../read-reply.ts';
import type { EsploraHttp } from './esplora-http.ts';
import { type EsploraBlock, readBlock } from './read-esplora.ts';

/** A block deeper than this, a day, is looked up by its height, once. */
const walkedToDepth = 144;
const rememberedAtMost = 10_000;

export interface EsploraChain {
  tip(signal: AbortSignal): Promise<ChainTip>;
  /**
   * Throws `CHAIN_UNREACHABLE` where one of these blocks is not in the chain that ends at the tip.
   * Several machines serve one address of the API, and one of them may have stopped on a block that
   * the chain has left. What it shows would seem to grow deeper with the tip of the others.
   */
  assertHolds(tip: ChainTip, blocks: readonly BlockRef[], signal: AbortSignal): Promise<void>;
}

export function esploraChain(chain: ChainRef, esplora: EsploraHttp): EsploraChain {
  /** By hash; the content of a block never changes. */
  const known = new Map<string, EsploraBlock>();
  /** Blocks that were deep in the chain; no reorg removes them. */
  const settled = new Set<string>();

  const blockAt = async (hash: string, signal: AbortSignal): Promise<EsploraBlock> => {
    const kept = known.get(hash);
    if (kept !== undefined) return kept;
    const block = await esplora.findJson(`/block/${hash}`, readBlock, signal);
    if (block === null) throw unreachable(chain, 'the Esplora API misses a block it has named');
    if (block.hash !== hash) throw unreachable(chain, 'the Esplora API mixes up two blocks');
    if (known.size >= rememberedAtMost) known.clear();
    known.set(hash, block);
    return block;
  };

  /**
   * Follows the parents from the tip down, so that another machine's answer about a height does not
   * count.
   */
  const walkedFrom = async (
    tip: ChainTip,
    lowest: number,
    signal: AbortSignal,
  ): Promise<ReadonlySet<string>> => {
    const walked = new Set<string>();
    let at: string | null = tip.hash;
    for (let height = tip.height; height >= lowest && at !== null; height -= 1) {
      walked.add(at);
      if (height > lowest) at = (await blockAt(at, signal)).previous;
    }
    return walked;
  };

  return {
    async tip(signal) {
      const hash = await esplora.find('/blocks/tip/hash', (text) => readHash(text.trim()), signal);
      if (hash === null) throw unreachable(chain, 'the Esplora API does not tell its newest block');
      const { previous: _, ...tip } = await blockAt(hash, signal);
      return tip;
    },
    async assertHolds(tip, blocks, signal) {
      const open = [...new Map(blocks.map((one) => [one.hash, one])).values()].filter(
        ({ hash }) => !settled.has(hash),
      );
      if (open.some(({ height }) => height > tip.height))
        throw unreachable(chain, 'the Esplora API names blocks above its own tip');
      const lowest = tip.height - walkedToDepth;
      const walked = await walkedFrom(
        tip,
        Math.min(...open.map(({ height }) => height).filter((height) => height > lowest)),
        signal,
      );
      for (const { height, hash } of open) {
        const isDeep = height <= lowest;
        const isHeld = isDeep
          ? (await esplora.find(`/block-height/${height}`, (text) => text.trim(), signal)) === hash
          : walked.has(hash);
        if (!isHeld)
          throw unreachable(chain, 'the Esplora API names a block that its chain does not have');
        if (!isDeep) continue;
        if (settled.size >= rememberedAtMost) settled.clear();
        settled.add(hash);
      }
    },
  };
}
