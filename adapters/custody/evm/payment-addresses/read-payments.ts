import type { WatchedPayment } from '@interline/ports';
import type { EvmChain } from '../evm-chain.ts';
import { askAlike, enoughOf, tooFewNodes } from '../rpc/ask-each.ts';
import { blockAt, headBlock } from '../rpc/blocks.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';
import { balanceIn } from '../watch/balances.ts';

interface Read {
  readonly shown: bigint;
  readonly deep: {
    readonly units: bigint;
    readonly block: number;
    readonly timestampSec: number;
  } | null;
}

/**
 * Read by balances, so that a payment out of a contract counts like one out of a wallet. A deep
 * payment buys something, so enough nodes must agree on the block and on what the address held in
 * it.
 */
export async function readPayments(
  chain: EvmChain,
  watched: readonly WatchedPayment[],
  signal: AbortSignal,
): Promise<readonly Read[]> {
  const { client, heads } = chain;
  const [reached, shown] = await client.read(async (node) => {
    const [head] = await node.ask([headBlock]);
    const pin = { blockHash: head.hash };
    return Promise.all([
      heads.upTo(node, head, signal),
      node.ask(watched.map((one) => balanceIn(bookOf(chain, one), pin))),
    ]);
  }, signal);

  const blockOf = ({ depth }: WatchedPayment): number => Math.max(0, reached.number - depth + 1);
  const told = await askAlike(
    client,
    (node) => heldOn(node, chain, watched, blockOf),
    (held) => held.map(({ units, blockHash }) => `${blockHash}/${units}`).join(),
    signal,
  );
  const enough = enoughOf(client);
  if (told.length < enough) throw tooFewNodes(chain.ref, 'what payment addresses hold');
  return watched.map((_one, at) => {
    const held = told.flatMap(({ said }) => said[at] ?? []);
    const agreed = held.find((one) => held.filter((other) => isAlike(one, other)).length >= enough);
    return {
      shown: shown[at] ?? 0n,
      deep:
        agreed === undefined
          ? null
          : { units: agreed.units, block: agreed.block, timestampSec: agreed.timestampSec },
    };
  });
}

interface Held {
  readonly units: bigint;
  readonly block: number;
  readonly blockHash: string;
  readonly timestampSec: number;
}

async function heldOn(
  node: RpcNode,
  chain: EvmChain,
  watched: readonly WatchedPayment[],
  blockOf: (one: WatchedPayment) => number,
): Promise<readonly Held[]> {
  const numbers = [...new Set(watched.map(blockOf))];
  const blocks = new Map(
    (await node.ask(numbers.map(blockAt))).map((block) => [block.number, block]),
  );
  const pins = watched.map((one) => {
    const block = blocks.get(blockOf(one));
    if (block === undefined) throw new RangeError('a block was not read');
    return { one, block };
  });
  const units = await node.ask(
    pins.map(({ one, block }) => balanceIn(bookOf(chain, one), { blockHash: block.hash })),
  );
  return pins.map(({ block }, at) => ({
    units: units[at] ?? 0n,
    block: block.number,
    blockHash: block.hash,
    timestampSec: block.timestampSec,
  }));
}

function isAlike(one: Held, other: Held): boolean {
  return one.blockHash === other.blockHash && one.units === other.units;
}

function bookOf({ ref }: EvmChain, { address, token }: WatchedPayment) {
  return { chain: ref, account: address, token };
}
