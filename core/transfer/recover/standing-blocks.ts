import type { UnfinalBlock } from '../../transactions/index.ts';
import type { HeadReading } from '@interline/ports';

/** A block that was canonical when it was read. */
interface Anchor {
  readonly block: number;
  readonly blockHash: string;
}

/**
 * Number of looks between changes of the old anchor: a node that lags by fewer blocks still shows
 * it.
 */
const oldForLooks = 16;
/** The last head, the newest block below it, and the previous head. */
const recentAtMost = 3;

/** Null if the chain's custody cannot read blocks alone. */
export type AskHead = (heights: readonly number[]) => Promise<HeadReading | null>;

export interface BlocksSeen {
  /** The height of the node that was read. */
  readonly head: number;
  /** Blocks that are not as they were seen, or not known to be: their receipts must be read. */
  readonly unsure: readonly UnfinalBlock[];
}

/**
 * Remembered state of one chain: blocks that hold transactions of ours and were canonical under a
 * head. They still are while a later head has that head below it, so one header answers for all of
 * them. Otherwise each block is requested again.
 */
export class StandingBlocks {
  #standing = new Set<string>();
  /** Newest first. Two heads, because a node may answer one request from both sides of a reorg. */
  #recent: readonly Anchor[] = [];
  #old: Anchor | null = null;
  #looks = 0;

  /** Null if `ask` returns null. */
  async look(blocks: readonly UnfinalBlock[], ask: AskHead): Promise<BlocksSeen | null> {
    let asked = blocks.filter((one) => !this.#standing.has(keyOf(one)));
    let reading = await ask(heightsOf([...this.#anchors(), ...asked]));
    if (reading === null) return null;
    if (!this.#holdsUnder(reading)) {
      asked = blocks.filter((one) => !this.#standing.has(keyOf(one)));
      reading = await ask(heightsOf(asked));
      if (reading === null) return null;
    }
    const { block: head, hashes } = reading;
    const stand = asked.filter(
      ({ block, blockHash }) =>
        block !== null && blockHash !== null && hashes.get(block) === blockHash,
    );
    for (const one of stand) this.#standing.add(keyOf(one));
    const kept = blocks.filter((one) => this.#standing.has(keyOf(one)));
    this.#standing = new Set(kept.map(keyOf));
    this.#keep(reading, stand);
    return { head, unsure: blocks.filter((one) => !this.#standing.has(keyOf(one))) };
  }

  #anchors(): readonly Anchor[] {
    return this.#old === null ? this.#recent : [...this.#recent, this.#old];
  }

  /** Forgets what the reading does not vouch for; false if it must be requested again. */
  #holdsUnder({ block: head, hashes }: HeadReading): boolean {
    const anchors = this.#anchors();
    const [newest] = anchors;
    if (newest === undefined) return true;
    const below = anchors.filter(({ block }) => block <= head);
    if (
      below.length === 0 ||
      below.some(({ block, blockHash }) => hashes.get(block) !== blockHash)
    ) {
      this.#standing.clear();
      this.#recent = [];
      this.#old = null;
      return false;
    }
    if (newest.block <= head) return true;
    // A lagging node vouches for what lies below the newest anchor that it has.
    const reach = Math.max(...below.map(({ block }) => block));
    for (const key of this.#standing) if (heightIn(key) > reach) this.#standing.delete(key);
    return false;
  }

  #keep({ block, blockHash }: HeadReading, stand: readonly UnfinalBlock[]): void {
    const [newest] = this.#recent;
    if (newest !== undefined && newest.block >= block && newest.blockHash !== blockHash) return;
    const top = stand
      .flatMap((one) => anchorOf(one))
      .reduce<Anchor | null>(
        (high, one) => (high !== null && high.block > one.block ? high : one),
        null,
      );
    const fresh = [{ block, blockHash }, ...(top === null ? [] : [top])].filter(
      (one) => !this.#recent.some((known) => known.blockHash === one.blockHash),
    );
    if (fresh.length === 0) return;
    this.#looks += 1;
    // A block requested just now, so that an unchanged head needs no new request.
    if (newest !== undefined && (this.#old === null || this.#looks % oldForLooks === 0))
      this.#old = newest;
    this.#recent = [...fresh, ...this.#recent].slice(0, recentAtMost);
  }
}

function anchorOf({ block, blockHash }: UnfinalBlock): readonly Anchor[] {
  return block === null || blockHash === null ? [] : [{ block, blockHash }];
}

function heightsOf(blocks: readonly Pick<UnfinalBlock, 'block'>[]): readonly number[] {
  return [...new Set(blocks.map(({ block }) => block).filter((block) => block !== null))];
}

function keyOf({ block, blockHash }: UnfinalBlock): string {
  return `${block}/${blockHash}`;
}

function heightIn(key: string): number {
  return Number(key.slice(0, key.indexOf('/')));
}
