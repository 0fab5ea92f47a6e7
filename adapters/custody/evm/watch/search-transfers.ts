import { type ChainRef, type EvmAddress, type Hex, RelayError } from '@interline/kernel';
import type { Arrival, Payment, PaymentSearch, RefundSearch, TakenSearch } from '@interline/ports';
import type { EvmChain } from '../evm-chain.ts';
import { askEach, enoughOf } from '../rpc/ask-each.ts';
import { blockAt, headNumber } from '../rpc/blocks.ts';
import { garbage } from '../rpc/rpc-fault.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';
import { type ChainReceipt, isSameEnd, receiptOf } from './receipts.ts';
import { blocksAtOnce, transferLogs } from './transfers.ts';

/** Most searches of one node: 400,000 blocks, a week at 1.5 s each. */
const searchesAtMost = 40;

/**
 * Payments that any node shows: a node whose logs lag, or are pruned, never proves that nothing was
 * paid. Only those whose receipts enough nodes show alike are `isAgreed`. Anybody can write a log of
 * no units, or have a contract move what our account approved: neither is a payment of ours. Null
 * where the time lies too far back to be searched. Throws `CHAIN_UNREACHABLE` while fewer nodes
 * answer than a proof takes.
 */
export async function readPaymentsSince(
  chain: EvmChain,
  search: PaymentSearch,
  signal: AbortSignal,
): Promise<readonly Payment[] | null> {
  const { client } = chain;
  const told = await askEach(client, (node) => paymentsOn(node, search), signal);
  if (told.length < enoughOf(client)) throw silent(client.chain);
  const byLog = new Map<string, LoggedPayment>();
  for (const { said } of told) {
    if (said === null) return null;
    for (const payment of said) {
      // Nodes that number a log or its units differently show different payments.
      const key = `${payment.hash}/${payment.logIndex}/${payment.units}`;
      const depth = Math.min(payment.depth, byLog.get(key)?.depth ?? payment.depth);
      byLog.set(key, { ...payment, depth });
    }
  }
  const hashes = [...new Set([...byLog.values()].map(({ hash }) => hash))];
  if (hashes.length === 0) return [];
  const shown = await askEach(client, (node) => node.ask(hashes.map(receiptOf)), signal);
  const agreed = new Map(
    hashes.flatMap((hash, index) => {
      const ends = shown.flatMap(({ node, said }) => {
        const end = said[index] ?? null;
        return end === null ? [] : [{ node, end }];
      });
      const [first] = ends;
      if (first === undefined) return [];
      const other = ends.find(({ end }) => !isSameEnd(end, first.end));
      if (other !== undefined) chain.contradicted('receipt', first.node, other.node);
      const isEnough = other === undefined && ends.length >= enoughOf(client);
      return isEnough ? [[hash, first.end] as const] : [];
    }),
  );
  return [...byLog.values()].flatMap((payment) => {
    const receipt = agreed.get(payment.hash);
    if (receipt !== undefined && !search.from.includes(receipt.from)) return [];
    return [{ ...payment, isAgreed: receipt !== undefined && shows(receipt, payment, search) }];
  });
}

type LoggedPayment = Omit<Payment, 'isAgreed'>;

function shows(
  { block, transfers }: ChainReceipt,
  payment: LoggedPayment,
  { token, from, to }: PaymentSearch,
): boolean {
  return (
    block === payment.block &&
    transfers.some(
      (one) =>
        one.logIndex === payment.logIndex &&
        one.units === payment.units &&
        one.token === token &&
        one.to === to &&
        from.includes(one.from),
    )
  );
}

function silent(chain: ChainRef): RelayError {
  return new RelayError(
    'CHAIN_UNREACHABLE',
    { chain },
    `too few nodes of ${chain} show what was paid`,
  );
}

async function paymentsOn(
  node: RpcNode,
  search: PaymentSearch,
): Promise<readonly LoggedPayment[] | null> {
  const [head] = await node.ask([headNumber]);
  const oldest = Math.max(0, head - blocksAtOnce * searchesAtMost + 1);
  const first = await firstSince(node, search.sinceSec, oldest, head);
  if (first === null) return null;
  const payments: LoggedPayment[] = [];
  for (let from = first; from <= head; from += blocksAtOnce) {
    const [found] = await node.ask([
      transferLogs(search, from, Math.min(head, from + blocksAtOnce - 1)),
    ]);
    payments.push(
      ...found
        .filter(({ units }) => units > 0n)
        .map(({ hash, logIndex, units, block }) => ({
          hash,
          logIndex,
          units,
          block,
          depth: head - block + 1,
        })),
    );
  }
  return payments;
}

/**
 * The first block of that time or later, by bisection; null where `oldest` has that time already
 * and is not the chain's first block.
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

/**
 * Transfers that may be a refund, by one search of the newest blocks. A refund outside of them is
 * left to an operator.
 */
export async function readRefundsSince(
  chain: EvmChain,
  search: RefundSearch,
  signal: AbortSignal,
): Promise<readonly Arrival[]> {
  return chain.client.read(async (node) => {
    const [head, receipt] = await node.ask([headNumber, receiptOf(search.since)]);
    const last = head - chain.confirmations + 1;
    if (receipt === null || receipt.block > last) return [];
    const [logs] = await node.ask([
      transferLogs(search, Math.max(receipt.block, last - blocksAtOnce + 1), last),
    ]);
    const blocks = await node.ask(logs.map((one) => blockAt(one.block)));
    return logs
      .map((log, index) => ({
        ...log,
        token: search.token,
        timestampSec: blocks[index]?.timestampSec ?? 0,
      }))
      .filter((one) => one.hash !== search.since);
  }, signal);
}

/** What left the account in transactions that it did not send itself, which takes an allowance. */
export async function readTakenBetween(
  chain: EvmChain,
  search: TakenSearch,
  signal: AbortSignal,
): Promise<bigint | null> {
  return chain.client.read(async (node) => {
    const [head, first, last] = await node.ask([
      headNumber,
      receiptOf(search.first),
      receiptOf(search.last),
    ]);
    if (first === null || last === null || head - last.block + 1 < chain.confirmations) return null;

    const hashes = new Set<Hex>();
    for (let from = first.block; from <= last.block; from += blocksAtOnce) {
      const [found] = await node.ask([
        transferLogs(
          { token: search.token, from: [search.from] },
          from,
          Math.min(last.block, from + blocksAtOnce - 1),
        ),
      ]);
      for (const { hash } of found) hashes.add(hash);
    }
    const receipts = await node.ask([...hashes].map(receiptOf));
    return receipts.reduce((sum, receipt) => {
      if (receipt === null) throw garbage("a transfer's transaction has no receipt");
      return receipt.from === search.from ? sum : sum + leftIn(receipt.transfers, search);
    }, 0n);
  }, signal);
}

function leftIn(
  transfers: readonly {
    readonly token: string;
    readonly from: EvmAddress;
    readonly units: bigint;
  }[],
  { token, from }: TakenSearch,
): bigint {
  return transfers
    .filter((one) => one.token === token && one.from === from)
    .reduce((sum, one) => sum + one.units, 0n);
}
