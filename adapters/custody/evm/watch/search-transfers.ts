import type { Address, TxHash } from '@interline/kernel';
import type {
  Arrival,
  FoundRefunds,
  Payment,
  PaymentSearch,
  RefundSearch,
  TakenSearch,
} from '@interline/ports';
import type { EvmChain } from '../evm-chain.ts';
import { askEach, enoughOf, tooFewNodes } from '../rpc/ask-each.ts';
import { blockAt, headBlock, headNumber } from '../rpc/blocks.ts';
import { garbage } from '../rpc/rpc-fault.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';
import { agreedReceipts } from './cross-check.ts';
import { type ChainReceipt, receiptOf } from './receipts.ts';
import { blocksAtOnce, type TransferLog, transferLogs } from './transfers.ts';

/** Maximum searches of one node: 400,000 blocks, a week at 1.5 s each. */
const searchesAtMost = 40;
/**
 * The same between two of our own transactions, which wait for each other as long as a rail takes:
 * 4,000,000 blocks, eleven days at a quarter of a second each.
 */
const takenSearchesAtMost = 400;

/**
 * Payments that any node shows. A node whose logs lag, or are pruned, never proves that nothing was
 * paid. Only payments whose receipts enough nodes agree on are `isAgreed`. A log of zero units, or
 * a transfer of approved funds by a contract, is not a payment of ours: any account can cause
 * those. Null if the start time is too far back to search. Throws `CHAIN_UNREACHABLE` while too few
 * nodes answer for a proof.
 */
export async function readPaymentsSince(
  chain: EvmChain,
  search: PaymentSearch,
  signal: AbortSignal,
): Promise<readonly Payment[] | null> {
  const { client } = chain;
  const told = await askEach(client, (node, within) => paymentsOn(node, search, within), signal);
  const reached = reachedBy(told, enoughOf(client));
  if (reached === null) throw tooFewNodes(client.chain, 'what was paid');
  const byLog = new Map<string, LoggedPayment>();
  for (const { said } of told) {
    if (said.payments === null) return null;
    for (const log of said.payments) {
      // Nodes that report a log's number or units differently show different payments.
      const key = `${log.hash}/${log.logIndex}/${log.units}`;
      // The node that shows it may be the only one that far ahead.
      const depth = Math.min(said.head, reached) - log.block + 1;
      byLog.set(key, { ...log, depth: Math.min(depth, byLog.get(key)?.depth ?? depth) });
    }
  }
  const hashes = [...new Set([...byLog.values()].map(({ hash }) => hash))];
  const agreed = await agreedReceipts(chain, hashes, signal);
  return [...byLog.values()].flatMap((payment) => {
    const receipt = agreed.get(payment.hash);
    if (receipt !== undefined && !search.from.includes(receipt.from)) return [];
    return [{ ...payment, isAgreed: receipt !== undefined && shows(receipt, payment, search) }];
  });
}

type LoggedPayment = Omit<Payment, 'isAgreed'>;

function shows(
  { block, transfers }: ChainReceipt,
  log: Pick<TransferLog, 'block' | 'logIndex' | 'units'>,
  { token, from, to }: Pick<PaymentSearch, 'token' | 'from' | 'to'>,
): boolean {
  return (
    block === log.block &&
    transfers.some(
      (one) =>
        one.logIndex === log.logIndex &&
        one.units === log.units &&
        one.token === token &&
        one.to === to &&
        from.includes(one.from),
    )
  );
}

/** The height that this many nodes have reached; null if fewer answered. */
function reachedBy(
  told: readonly { readonly said: { readonly head: number } }[],
  enough: number,
): number | null {
  return told.map(({ said }) => said.head).toSorted((a, b) => b - a)[enough - 1] ?? null;
}

interface LoggedOn {
  readonly head: number;
  /** Null if the start time is too far back to search. */
  readonly payments: readonly Omit<LoggedPayment, 'depth'>[] | null;
}

async function paymentsOn(
  node: RpcNode,
  search: PaymentSearch,
  within: AbortSignal,
): Promise<LoggedOn> {
  const [head] = await node.ask([headNumber]);
  const oldest = Math.max(0, head - blocksAtOnce * searchesAtMost + 1);
  const first = await firstSince(node, search.sinceSec, oldest, head);
  if (first === null) return { head, payments: null };
  const payments: Omit<LoggedPayment, 'depth'>[] = [];
  for (let from = first; from <= head; from += blocksAtOnce) {
    within.throwIfAborted();
    const [found] = await node.ask([
      transferLogs(search, from, Math.min(head, from + blocksAtOnce - 1)),
    ]);
    payments.push(
      ...found
        .filter(({ units }) => units > 0n)
        .map(({ hash, logIndex, units, block }) => ({ hash, logIndex, units, block })),
    );
  }
  return { head, payments };
}

/**
 * The first block at or after that time, by bisection; null if `oldest` is already at or after it
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
 * Transfers that may be a refund, from a search of each node's blocks since the hand-over, which
 * takes several calls for a long range. A transfer counts if enough nodes agree on its receipt, at
 * the chain's confirmations on enough of them.
 */
export async function readRefundsSince(
  chain: EvmChain,
  search: RefundSearch,
  signal: AbortSignal,
): Promise<FoundRefunds> {
  const { client, confirmations } = chain;
  const enough = enoughOf(client);
  const told = await askEach(
    client,
    (node, within) => refundsOn(chain, node, search, within),
    signal,
  );
  const reached = reachedBy(told, enough);
  if (reached === null) throw tooFewNodes(client.chain, 'what was refunded');
  const isSearched = told.filter(({ said }) => said.isWhole).length >= enough;
  const found = new Map(
    told
      .flatMap(({ said }) => said.refunds)
      .map((one) => [`${one.hash}/${one.logIndex}/${one.units}`, one]),
  );
  if (found.size === 0) return { arrivals: [], isWhole: isSearched };
  const hashes = new Set([search.since, ...[...found.values()].map(({ hash }) => hash)]);
  const agreed = await agreedReceipts(chain, [...hashes], signal);
  const since = agreed.get(search.since);
  if (since === undefined) return { arrivals: [], isWhole: false };
  const shown = [...found.values()].filter((one) => {
    const receipt = agreed.get(one.hash);
    return (
      one.hash !== search.since &&
      one.block >= since.block &&
      receipt !== undefined &&
      shows(receipt, one, search)
    );
  });
  const arrivals = shown
    .filter(({ block }) => block <= reached - confirmations + 1)
    .toSorted((a, b) => a.block - b.block || a.logIndex - b.logIndex);
  // A log that only one node shows may still be confirmed by others later. A log above a node's
  // head means that the node has not come so far, or reports a wrong head.
  const isSeen = agreed.size === hashes.size && arrivals.length === shown.length;
  return { arrivals, isWhole: isSearched && isSeen };
}

interface RefundsOn {
  readonly head: number;
  readonly refunds: readonly Arrival[];
  /** Whether the node has been searched completely. */
  readonly isWhole: boolean;
}

async function refundsOn(
  { confirmations, heads, refundSearches }: EvmChain,
  node: RpcNode,
  search: RefundSearch,
  within: AbortSignal,
): Promise<RefundsOn> {
  const [headed, receipt] = await node.ask([headBlock, receiptOf(search.since)]);
  const head = headed.number;
  const last = head - confirmations + 1;
  if (receipt === null || receipt.block > last) return { head, refunds: [], isWhole: false };
  // A node says of blocks that it does not have that they hold no logs.
  await node.ask([blockAt(last)]);
  const { number: reached } = await heads.upTo(node, headed, within);
  const told = { first: receipt.block, head, reached };
  const { logs, isWhole } = await refundSearches.read(node, search, told, within);
  const heights = [...new Set(logs.map(({ block }) => block))];
  const times = new Map(
    (await node.ask(heights.map(blockAt))).map((one) => [one.number, one.timestampSec]),
  );
  const refunds = logs.map((log) => ({
    ...log,
    token: search.token,
    timestampSec: times.get(log.block) ?? 0,
  }));
  return { head, refunds, isWhole };
}

/**
 * What left the account in transactions that it did not send itself, which takes an allowance. The
 * highest figure of any node counts, because a node without the logs shows too little. Null while
 * too few nodes show it for a proof, and if the range is too long to search.
 */
export async function readTakenBetween(
  chain: EvmChain,
  search: TakenSearch,
  signal: AbortSignal,
): Promise<bigint | null> {
  const { client, confirmations } = chain;
  const told = await askEach(
    client,
    (node, within) => takenOn(node, confirmations, search, within),
    signal,
  );
  const taken = told.map(({ said }) => said).filter((said) => said !== null);
  if (taken.length < enoughOf(client)) return null;
  return taken.reduce((most, one) => (one > most ? one : most), 0n);
}

async function takenOn(
  node: RpcNode,
  confirmations: number,
  search: TakenSearch,
  within: AbortSignal,
): Promise<bigint | null> {
  const [head, first, last] = await node.ask([
    headNumber,
    receiptOf(search.first),
    receiptOf(search.last),
  ]);
  if (first === null || last === null || head - last.block + 1 < confirmations) return null;
  // The heights come from the node and may be arbitrary.
  if (last.block - first.block >= takenSearchesAtMost * blocksAtOnce) return null;

  const hashes = new Set<TxHash>();
  for (let from = first.block; from <= last.block; from += blocksAtOnce) {
    within.throwIfAborted();
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
}

function leftIn(
  transfers: readonly {
    readonly token: string;
    readonly from: Address;
    readonly units: bigint;
  }[],
  { token, from }: TakenSearch,
): bigint {
  return transfers
    .filter((one) => one.token === token && one.from === from)
    .reduce((sum, one) => sum + one.units, 0n);
}
