import { type ChainRef, type EvmAddress, type Hex, RelayError } from '@interline/domain';
import type { Payment, PaymentSearch } from '@interline/ports';
import type { EvmChain } from '../evm-chain.ts';
import { blockAt, headNumber } from '../rpc/head-block.ts';
import { readHash, readSafeNumber } from '../rpc/read-hex.ts';
import { readList, readRecord } from '../rpc/read-record.ts';
import type { RpcCall } from '../rpc/rpc-call.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';
import { readTransfers, transferTopic } from './read-transfers.ts';

/** What nodes answer in one go, and how often they are asked: 400,000 blocks, a week at 1.5 s each. */
const blocksAtOnce = 10_000;
const searchesAtMost = 40;

/**
 * What any configured node shows: one whose logs lag, or are pruned, never proves that nothing was paid. Null
 * where the time lies further back than is looked. Throws `CHAIN_UNREACHABLE` while one of them is silent.
 */
export async function readPaymentsSince(
  { client }: EvmChain,
  search: PaymentSearch,
  signal: AbortSignal,
): Promise<readonly Payment[] | null> {
  const told = await Promise.all(
    client.nodes.map((one) =>
      client.tryOne(one, async (node) => ({ found: await paymentsOn(node, search) }), signal),
    ),
  );
  const byLog = new Map<string, Payment>();
  for (const one of told) {
    if (one === null) throw silent(client.chain);
    if (one.found === null) return null;
    for (const payment of one.found) {
      const key = `${payment.hash}/${payment.logIndex}`;
      const depth = Math.min(payment.depth, byLog.get(key)?.depth ?? payment.depth);
      byLog.set(key, { ...payment, depth });
    }
  }
  return [...byLog.values()];
}

function silent(chain: ChainRef): RelayError {
  return new RelayError('CHAIN_UNREACHABLE', { chain }, `not every node of ${chain} shows what was paid`);
}

async function paymentsOn(node: RpcNode, search: PaymentSearch): Promise<readonly Payment[] | null> {
  const [head] = await node.ask([headNumber]);
  const oldest = Math.max(0, head - blocksAtOnce * searchesAtMost + 1);
  const first = await firstSince(node, search.sinceSec, oldest, head);
  if (first === null) return null;
  const payments: Payment[] = [];
  for (let from = first; from <= head; from += blocksAtOnce) {
    const [found] = await node.ask([transfersIn(search, from, Math.min(head, from + blocksAtOnce - 1))]);
    payments.push(...found.map((one) => ({ ...one, depth: head - one.block + 1 })));
  }
  return payments;
}

/**
 * The first block of that time or later, by halves; null where `oldest` is of that time already and not the
 * chain's first.
 */
async function firstSince(
  node: RpcNode,
  sinceSec: number,
  oldest: number,
  head: number,
): Promise<number | null> {
  const [{ timestampSec }] = await node.ask([blockAt(oldest)]);
  if (timestampSec >= sinceSec) return oldest === 0 ? 0 : null;
  let before = oldest;
  let at = head;
  while (at - before > 1) {
    const middle = Math.floor((before + at) / 2);
    const [block] = await node.ask([blockAt(middle)]);
    if (block.timestampSec >= sinceSec) at = middle;
    else before = middle;
  }
  return at;
}

function transfersIn(
  { token, from, to }: PaymentSearch,
  first: number,
  last: number,
): RpcCall<readonly Omit<Payment, 'depth'>[]> {
  const hex = (block: number): Hex => `0x${block.toString(16)}`;
  const word = (address: EvmAddress): Hex => `0x${address.slice(2).padStart(64, '0')}`;
  return {
    method: 'eth_getLogs',
    params: [
      {
        address: token,
        fromBlock: hex(first),
        toBlock: hex(last),
        topics: [transferTopic, from.map(word), word(to)],
      },
    ],
    read: (result) =>
      readList(result).flatMap((log) => {
        const { transactionHash, blockNumber } = readRecord(log);
        return readTransfers([log])
          .filter((one) => one.token === token && from.includes(one.from) && one.to === to)
          .map(({ units, logIndex }) => ({
            hash: readHash(transactionHash),
            units,
            logIndex,
            block: readSafeNumber(blockNumber),
          }));
      }),
  };
}
