import { type ChainRef, type EvmAddress, type Hex, RelayError } from '@interline/kernel';
import type { HeldNfts, NftCollection, NftHoldings } from '@interline/ports';
import { addressWord, calldata, word } from '../abi/words.ts';
import type { EvmChain } from '../evm-chain.ts';
import { askAlike, enoughOf, tooFewNodes } from '../rpc/ask-each.ts';
import { type Block, blockAt, headBlock } from '../rpc/blocks.ts';
import { topicOf } from '../rpc/log-ranges.ts';
import { RpcFault } from '../rpc/rpc-fault.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';
import { answeredUint, ethCall } from '../rpc/state-calls.ts';
import { transferTopic } from '../watch/transfers.ts';

/**
 * The most NFTs of one owner and collection that are read; an owner with more loses nothing but
 * budget.
 */
const tokensAtMost = 8;
/**
 * 5,000,000 for each call: enough for a list that walks thousands of tokens. Code that burns all of
 * it does not hold up the node, from which payments are read too.
 */
const gasAtMost = '0x4c4b40';
/**
 * An hour of a chain with four blocks a second takes two requests to nodes that serve 10,000 blocks
 * each.
 */
const logRequestsAtMost = 20;

/**
 * Reads holdings at each node's head and its logs since. It needs no historical state, which full
 * nodes drop after minutes.
 */
export function nftHoldings(chains: ReadonlyMap<ChainRef, EvmChain>): NftHoldings {
  const paces = new WeakMap<RpcNode, Pace>();
  return {
    chains: [...chains.keys()],
    async heldFor(collection, owner, seconds, signal) {
      const chain = chains.get(collection.chain);
      if (chain === undefined)
        throw new RelayError('CHAIN_UNREACHABLE', { chain: collection.chain });
      // A quote waits for this, so nodes that hung a moment ago are skipped.
      if (chain.client.nodes.filter(({ isHung }) => !isHung).length < enoughOf(chain.client))
        throw tooFewNodes(chain.ref, 'what an owner has of a collection');
      const told = await askAlike(
        chain.client,
        (node) => heldBy(chain, node, { collection, owner, seconds, pace: paceOf(paces, node) }),
        wordsOf,
        signal,
      );
      const alike = told
        .map(({ said }) => told.filter((other) => wordsOf(other.said) === wordsOf(said)))
        .find((those) => those.length >= enoughOf(chain.client));
      if (alike === undefined) throw tooFewNodes(chain.ref, 'what an owner has of a collection');
      const [first] = alike;
      if (first?.said == null) return null;
      const block = Math.min(...alike.map(({ said }) => said?.block ?? 0));
      return { ...first.said, block };
    },
  };
}

/** Without the block, because two nodes are seldom at the same one. */
function wordsOf(said: HeldNfts | null): string {
  return said === null ? 'not listed' : `${said.held.join()}/${said.tooNew}`;
}

/**
 * For each age in seconds, how many blocks below the head it was found last: where the next search
 * starts.
 */
type Pace = Map<number, number>;

function paceOf(paces: WeakMap<RpcNode, Pace>, node: RpcNode): Pace {
  const pace = paces.get(node) ?? new Map<number, number>();
  paces.set(node, pace);
  return pace;
}

interface Asked {
  readonly collection: NftCollection;
  readonly owner: EvmAddress;
  readonly seconds: number;
  readonly pace: Pace;
}

async function heldBy(
  chain: EvmChain,
  node: RpcNode,
  { collection: { address: to }, owner, seconds, pace }: Asked,
): Promise<HeldNfts | null> {
  const [balance, first] = await node.ask([
    ethCall({ to, data: calldata('0x70a08231', addressWord(owner)), gas: gasAtMost }),
    headBlock,
  ]);
  const count = answeredUint(balance);
  if (count === null) return null;
  if (count === 0n) return { block: first.number, held: [], tooNew: 0 };
  // In parallel, because a price waits for each round trip to the node.
  const [answers, before] = await Promise.all([
    node.ask(
      Array.from({ length: Number(count < tokensAtMost ? count : tokensAtMost) }, (_, at) =>
        ethCall({
          to,
          // tokenOfOwnerByIndex(address,uint256)
          data: calldata('0x2f745c59', addressWord(owner), word(BigInt(at))),
          gas: gasAtMost,
        }),
      ),
    ),
    blockBefore(node, first, seconds, pace),
  ]);
  const ids = answers.map(answeredUint);
  const listed = ids.filter((id) => id !== null);
  if (listed.length < ids.length) return null;
  const since = Math.min(before, Math.max(0, first.number - chain.finalDepth));
  // Read after the list, so that a token received in between appears in the logs up to this head.
  const [head] = await node.ask([headBlock]);
  const came = await arrivals(chain, node, { to, owner, ids: listed, since, head });
  const held = listed.filter((id) => !came.has(id));
  return { block: head.number, held, tooNew: listed.length - held.length };
}

/** Which of these tokens the owner received after that block; they may have left and come back. */
async function arrivals(
  { ref, logRanges }: Pick<EvmChain, 'ref' | 'logRanges'>,
  node: RpcNode,
  {
    to: address,
    owner,
    ids,
    since,
    head,
  }: {
    readonly to: EvmAddress;
    readonly owner: EvmAddress;
    readonly ids: readonly bigint[];
    readonly since: number;
    readonly head: Block;
  },
): Promise<ReadonlySet<bigint>> {
  const topics = [transferTopic, null, topicOf(owner), ids.map(asTopic)] as const;
  const range = { from: since + 1, to: head.number };
  if (range.from > range.to) return new Set();
  const { logs, downTo } = await logRanges.read(
    node,
    // CAST: a topic is hex.
    [{ address, topics }],
    range,
    logRequestsAtMost,
  );
  // Not a fault of the node: it answered, and payments are still read from it.
  if (downTo > range.from)
    throw new RelayError(
      'CHAIN_UNREACHABLE',
      { chain: ref },
      `a node of ${ref} serves too few logs at once for what an owner has of a collection`,
    );
  return new Set(
    logs
      .filter((log) => log.address === address && log.topics[2] === topicOf(owner))
      .flatMap(({ topics: [, , , id] }) => (id === undefined ? [] : [BigInt(id)])),
  );
}

/** Maximum number of headers read to find a block by its time. */
const headersAtMost = 24;
const firstStep = 256;
/**
 * If a chain stood still for long, interpolation closes in from one side only. After this many
 * guesses the search bisects.
 */
const guessesAtMost = 8;
/** How much older the found block may be. */
const slackSec = 60;

/**
 * A block made that many seconds before the head or slightly earlier; 0 if the chain is younger.
 */
async function blockBefore(
  node: RpcNode,
  head: Block,
  seconds: number,
  pace: Pace,
): Promise<number> {
  const timeSec = head.timestampSec - seconds;
  const usual = pace.get(seconds);
  let late = head;
  let early: Block | null = seconds <= 0 ? head : null;
  for (let read = 0; read < headersAtMost; read += 1) {
    if (early !== null && isNear(early, late, timeSec)) {
      // A first-try hit keeps the pace. Otherwise the pace reaches half the slack further, because
      // block times vary.
      if (read > 1)
        pace.set(seconds, Math.ceil((head.number - early.number) * (1 + slackSec / 2 / seconds)));
      return early.number;
    }
    if (early === null && late.number === 0) return 0;
    const step = (read === 0 ? usual : undefined) ?? firstStep * 4 ** read;
    const at =
      early === null
        ? Math.max(0, late.number - step)
        : between(early, late, read < guessesAtMost ? timeSec : null);
    const [block] = await node.ask([blockAt(at)]);
    if (block.timestampSec <= timeSec) early = block;
    else late = block;
  }
  throw new RpcFault('inconsistent', 'the blocks of a node do not lead back in time');
}

function isNear(early: Block, late: Block, timeSec: number): boolean {
  return timeSec - early.timestampSec <= slackSec || late.number - early.number <= 1;
}

/**
 * Where the block of that time would be if the chain kept one pace; the middle one where none is
 * given.
 */
function between(early: Block, late: Block, timeSec: number | null): number {
  const part =
    timeSec === null
      ? 0.5
      : (timeSec - early.timestampSec) / (late.timestampSec - early.timestampSec);
  const guess = early.number + Math.floor(part * (late.number - early.number));
  return Math.min(late.number - 1, Math.max(early.number + 1, guess));
}

function asTopic(id: bigint): Hex {
  return `0x${word(id)}`;
}
