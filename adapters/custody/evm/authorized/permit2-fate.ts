import { type Address, permit2Address, permit2ProxyAddress } from '@interline/kernel';
import type { AuthorizedTransfer, AuthorizedTransferPort, TransferFate } from '@interline/ports';
import { isSettling } from '../abi/permit2-payment.ts';
import { bitmapPlace } from '../abi/permit2-calls.ts';
import { readUint } from '../abi/words.ts';
import type { EvmChain } from '../evm-chain.ts';
import { askEach, enoughOf } from '../rpc/ask-each.ts';
import { fullBlock, headNumber, heightWord } from '../rpc/blocks.ts';
import { type LogFilter, logsOf, topicOf } from '../rpc/log-ranges.ts';
import { type OnChainTx, txInBlock } from '../rpc/on-chain-tx.ts';
import { RpcFault } from '../rpc/rpc-fault.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';
import { receiptOf } from '../watch/receipts.ts';
import { cancelledTopic, isSpentAt } from '../watch/search-spending.ts';
import { transferTopic } from '../watch/transfers.ts';
import { turningPoint } from '../watch/turning-point.ts';
import { conclusiveAnswers } from './conclusive-answers.ts';

/**
 * See `AuthorizedTransferPort.fateOf`. Permit2 leaves no log of a nonce that it takes, so the payment is the
 * transaction whose calldata has the proxy settle exactly it, in the block that took the nonce. Made inside of
 * another contract it is not told apart from another payment of the same terms, and counts as spent.
 */
export async function permit2Fate(
  chain: EvmChain,
  senders: ReadonlySet<Address>,
  transfer: AuthorizedTransfer,
  { block: from, head: leastHead, wasUnused }: Parameters<AuthorizedTransferPort['fateOf']>[1],
  signal: AbortSignal,
): Promise<TransferFate> {
  const told = await askEach(
    chain.client,
    async (node) => {
      const [to] = await node.ask([headNumber]);
      const isLongAgo = wasUnused === true && leastHead > 0 && to - leastHead >= longAgoBlocks;
      const blocks = { from: Math.max(0, from - behindAtMost), to, isLongAgo };
      const fate = await fateOn(chain, node, { transfer, senders }, blocks);
      return { fate, isUsed: fate.kind !== 'unused', isBehind: to < leastHead };
    },
    signal,
  );
  const enough = enoughOf(chain.client);
  const said = conclusiveAnswers(chain, told).map(({ fate }) => fate);
  if (said.every(({ kind }) => kind === 'unused')) return { kind: 'unused' };
  for (const one of said)
    if (
      one.kind === 'made' &&
      said.filter((other) => other.kind === 'made' && other.hash === one.hash).length >= enough
    )
      return one;
  return said.filter(({ kind }) => kind === 'spent').length >= enough
    ? { kind: 'spent' }
    : { kind: 'unknown' };
}

async function fateOn(
  chain: EvmChain,
  node: RpcNode,
  sought: Sought,
  blocks: Blocks,
): Promise<TransferFate> {
  if (!(await isSpentAt(node, permitOf(sought), heightWord(blocks.to)))) return { kind: 'unused' };
  for (const search of [byStates, byLogs]) {
    const fate = await search(chain, node, sought, blocks).catch((error: unknown) => {
      if (error instanceof RpcFault) return null;
      throw error;
    });
    if (fate !== null) return fate;
  }
  return { kind: 'unknown' };
}

interface Sought {
  readonly transfer: AuthorizedTransfer;
  /** Our relayer's accounts, former ones too. */
  readonly senders: ReadonlySet<Address>;
}

function permitOf({ transfer: { from, nonce } }: Sought) {
  return { owner: from, nonce: BigInt(nonce) };
}

interface Blocks {
  readonly from: number;
  readonly to: number;
  /** The nonce was taken after `from`, and so long ago that all logs of then are there by now. */
  readonly isLongAgo: boolean;
}

/** The machine that simulated it may have been so far behind the one that told the head. */
const behindAtMost = 20;
/** As far back as most nodes serve states. */
const longAgoBlocks = 128;

/** The states say which block took the nonce, as far back as the node has them. */
async function byStates(
  _chain: EvmChain,
  node: RpcNode,
  sought: Sought,
  { to: head }: Blocks,
): Promise<TransferFate | null> {
  const permit = permitOf(sought);
  const at = await turningPoint(head, (block) => isSpentAt(node, permit, heightWord(block)));
  const [block] = at === null ? [null] : await node.ask([fullBlock(at)]);
  if (block === null) return null;
  const made = await madeBy(node, sought, block.txs);
  return made ?? ((await hasTrace(node, sought, block.number)) ? { kind: 'spent' } : null);
}

/**
 * A cancellation or a transfer of the payer's there. Without one the states are not those of that block: the
 * node answers for another height than it was asked for, or a reorg came between.
 */
async function hasTrace(node: RpcNode, { transfer }: Sought, block: number): Promise<boolean> {
  const payer = topicOf(transfer.from);
  const [cancelled, moved] = await node.ask([
    logsOf({ address: permit2Address, topics: [cancelledTopic, payer] }, block, block),
    logsOf({ topics: [transferTopic, payer] }, block, block),
  ]);
  return cancelled.length + moved.length > 0;
}

/** Of ten blocks each where a node serves that few at once. */
const logRequestsAtMost = 40;
/** Payments of the same amount to the same recipient that one search looks at, the newest first. */
const mostCandidates = 200;

/**
 * A payment leaves a log of the token, a cancellation one of Permit2. Where all logs since the nonce was unused
 * are there and none is of such a transaction, it was taken in another way: without that, what was made inside
 * of a contract would stay unknown once the states of then are gone.
 */
async function byLogs(
  { logRanges }: EvmChain,
  node: RpcNode,
  sought: Sought,
  blocks: Blocks,
): Promise<TransferFate | null> {
  const { token, from: payer, to, units, nonce } = sought.transfer;
  const ofToken: LogFilter = {
    address: token,
    topics: [transferTopic, topicOf(payer), topicOf(to)],
  };
  const { logs, downTo } = await logRanges.read(
    node,
    [
      blocks.isLongAgo ? { topics: [transferTopic, topicOf(payer)] } : ofToken,
      { address: permit2Address, topics: [cancelledTopic, topicOf(payer)] },
    ],
    blocks,
    logRequestsAtMost,
  );
  const paid = logs.filter(
    ({ address, topics, data }) =>
      address === token && topics[2] === topicOf(to) && readUint(data) === units,
  );
  const hashes = [...new Set(paid.map(({ hash }) => hash))].slice(0, mostCandidates);
  const found = await node.ask(hashes.map(txInBlock));
  const txs = found.flatMap((one) => (one === null ? [] : [one.tx]));
  const made = await madeBy(node, sought, txs);
  if (made !== null) return made;
  const { word, mask } = bitmapPlace(BigInt(nonce));
  const isCancelled = logs.some(
    ({ address, data }) =>
      address === permit2Address &&
      data.length === 130 &&
      BigInt(data.slice(0, 66)) === word &&
      (BigInt(`0x${data.slice(66)}`) & mask) !== 0n,
  );
  const isWhole = blocks.isLongAgo && downTo <= blocks.from && logs.length > 0;
  const isAllSeen = txs.length === hashes.length && hashes.length < mostCandidates;
  return (isCancelled || isWhole) && isAllSeen ? { kind: 'spent' } : null;
}

/** Null where none of these transactions made it. */
async function madeBy(
  node: RpcNode,
  { transfer, senders }: Sought,
  txs: readonly OnChainTx[],
): Promise<TransferFate | null> {
  const settling = txs.filter(
    ({ to, input }) => to === permit2ProxyAddress && isSettling(input, transfer),
  );
  const receipts = await node.ask(settling.map(({ hash }) => receiptOf(hash)));
  if (receipts.includes(null)) throw new RpcFault('inconsistent', 'a receipt is late');
  const made = receipts.find((one) => one?.isSuccess === true);
  if (made === undefined || made === null) return null;
  const { token, from, to, units } = transfer;
  const isWhole = made.transfers.some(
    (one) => one.token === token && one.from === from && one.to === to && one.units === units,
  );
  const isOurs = settling.some(
    ({ hash, from: sender }) => hash === made.hash && senders.has(sender),
  );
  return isWhole ? { kind: 'made', hash: made.hash, block: made.block, isOurs } : { kind: 'spent' };
}
