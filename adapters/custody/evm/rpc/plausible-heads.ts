import type { Clock } from '@interline/ports';
import { askEach, enoughOf } from './ask-each.ts';
import { type Block, headBlock, headNumber } from './blocks.ts';
import type { ChainClient } from './chain-client.ts';
import { garbage } from './rpc-fault.ts';
import type { RpcNode } from './rpc-node.ts';

/** More than any chain makes; the fastest ones make five to ten. */
const blocksPerSec = 20;
/** Made at once, as after a halt of the sequencer, or of a devnet's whim. */
const blocksAtOnce = 5_000;

interface Highest {
  readonly number: number;
  readonly atMs: number;
}

/**
 * Heads that a chain can have reached since the one that was read last. What is stored is ordered by
 * block: one reading with a number far too high would count as newer than all that come after it.
 */
export class PlausibleHeads {
  readonly #client: ChainClient;
  readonly #clock: Pick<Clock, 'monotonic'>;
  #highest: Highest | null = null;

  constructor(client: ChainClient, clock: Pick<Clock, 'monotonic'>) {
    this.#client = client;
    this.#clock = clock;
  }

  /** The node's head. Throws a fault where the chain cannot have come so far. */
  async of(node: RpcNode, signal: AbortSignal): Promise<Block> {
    const [head] = await node.ask([headBlock]);
    const known = this.#highest ?? (await this.#first(head.number, signal));
    const nowMs = this.#clock.monotonic();
    const most = known.number + blocksAtOnce + ((nowMs - known.atMs) / 1_000) * blocksPerSec;
    if (head.number > most) throw garbage('its head is further than the chain can have come');
    if (head.number >= known.number) this.#highest = { number: head.number, atMs: nowMs };
    return head;
  }

  /** What two nodes have reached where two are configured, so that one alone does not begin it. */
  async #first(number: number, signal: AbortSignal): Promise<Highest> {
    const enough = enoughOf(this.#client);
    const atMs = this.#clock.monotonic();
    if (enough < 2) return { number, atMs };
    const told = await askEach(this.#client, (node) => node.ask([headNumber]), signal);
    const heads = told.map(({ said: [head] }) => head).sort((a, b) => b - a);
    return { number: heads[enough - 1] ?? number, atMs };
  }
}
