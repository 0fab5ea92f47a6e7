import {
  permit2Address,
  type Address,
  type Hex,
  type SignedPermit,
  type TxHash,
} from '@interline/kernel';
import { callsOf } from '../abi/calls-of.ts';
import { hasRun } from '../abi/multicall-witness.ts';
import { bitmapPlace } from '../abi/permit2-calls.ts';
import { spendsPermit } from '../abi/spends-permit.ts';
import type { Accounts, EvmChain } from '../evm-chain.ts';
import type { NodeTold } from '../rpc/ask-each.ts';
import { fullBlock, type FullBlock, heightWord } from '../rpc/blocks.ts';
import { topicOf } from '../rpc/log-ranges.ts';
import { type OnChainTx, txInBlock, type TxPlace } from '../rpc/on-chain-tx.ts';
import { RpcFault } from '../rpc/rpc-fault.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';
import { type BlockPin, nonceBitmapOf } from '../rpc/state-calls.ts';
import { type ChainReceipt, receiptOf } from './receipts.ts';
import { transferTopic } from './transfers.ts';
import { turningPoint } from './turning-point.ts';

/** A permit to look up. */
export interface PermitQuestion {
  readonly permit: SignedPermit;
  readonly accounts: Accounts;
  /** A block at which its bit was free; null if unknown. */
  readonly unspentAt: number | null;
}

/** Where a permit's bit was set. */
type Spending =
  | { readonly kind: 'redeemed'; readonly hash: TxHash }
  | {
      readonly kind: 'elsewhere';
      /** Null if it happened inside a contract. */
      readonly hash: TxHash | null;
      readonly block: number;
      readonly blockHash: string;
    };

interface SpentPermit extends PermitQuestion {
  /** The nodes that have its bit set at their heads. */
  readonly nodes: readonly NodeTold<{ readonly head: number }>[];
}

/**
 * Searches for the transaction that set the permit's bit, on one node after another until `enough`
 * agree. It uses historical states of the bit, then the logs of pulls and cancellations. A block's
 * hash does not reveal what a node leaves out of the block, so each node reads the block itself.
 */
export async function searchSpending(
  chain: EvmChain,
  permit: SpentPermit,
  enough: number,
  signal: AbortSignal,
): Promise<Spending | 'unserved' | 'disagree'> {
  const found: NodeTold<Spending>[] = [];
  for (const { node, said } of permit.nodes) {
    if (found.length >= enough || signal.aborted) break;
    const spending = await searchOn(chain, node, { ...permit, head: said.head });
    if (spending !== null) found.push({ node, said: spending });
  }
  const [first] = found;
  if (first === undefined) return 'unserved';
  const other = found.find(({ said }) => !isSame(said, first.said));
  if (other !== undefined) {
    chain.contradicted('permit', first.node, other.node);
    return 'disagree';
  }
  if (found.length < enough) return 'unserved';
  return found.map(({ said }) => said).find(({ hash }) => hash !== null) ?? first.said;
}

/** If the states cannot identify a transaction, logs may. */
function isSame(one: Spending, other: Spending): boolean {
  if (one.kind === 'redeemed' || other.kind === 'redeemed')
    return one.kind === other.kind && one.hash === other.hash;
  const isNamedAlike = one.hash === null || other.hash === null || one.hash === other.hash;
  return isNamedAlike && one.blockHash === other.blockHash;
}

async function searchOn(
  chain: EvmChain,
  node: RpcNode,
  permit: OnOneNode,
): Promise<Spending | null> {
  for (const search of [byStates, byLogs]) {
    const found = await search(chain, node, permit).catch((error: unknown) => {
      if (error instanceof RpcFault) return null;
      throw error;
    });
    if (found !== null) return found;
  }
  return null;
}

interface OnOneNode extends SpentPermit {
  readonly head: number;
}

async function byStates(
  _chain: EvmChain,
  node: RpcNode,
  { permit, accounts, head }: OnOneNode,
): Promise<Spending | null> {
  // State alone gives the block; the block before must show the bit free.
  const at = await turningPoint(head, (block) => isSpentAt(node, permit, heightWord(block)));
  const [block] = at === null ? [null] : await node.ask([fullBlock(at)]);
  return block === null ? null : spendingIn(block, node, permit, accounts);
}

/**
 * The block that set the bit. Only our spender can redeem a permit made out to us, so every
 * transaction of the spender in that block must have its receipt; null while one is missing. If
 * none of them redeemed the permit, the bit was set by another transaction, even if no calldata
 * shows which one.
 */
async function spendingIn(
  { number: block, hash: blockHash, txs }: FullBlock,
  node: RpcNode,
  permit: SignedPermit,
  accounts: Accounts,
): Promise<Spending | null> {
  const own = txs.filter(({ from }) => from === accounts.spender);
  const others = txs.filter((tx) => tx.from !== accounts.spender && spendsPermit(tx, permit));
  const found = await node.ask([...own, ...others].map(({ hash }) => receiptOf(hash)));
  const receipts = found.filter((one) => one !== null).filter((one) => one.blockHash === blockHash);
  const receiptFor = ({ hash }: { readonly hash: TxHash }): ChainReceipt | undefined =>
    receipts.find((one) => one.hash === hash);
  if (own.some((tx) => receiptFor(tx) === undefined)) return null;

  const pulls = own.map((tx) => ({
    hash: tx.hash,
    end: pullIn(tx, receiptFor(tx), permit, accounts),
  }));
  const pull = pulls.find(({ end }) => end === 'brought');
  if (pull !== undefined) return { kind: 'redeemed', hash: pull.hash };
  const other = others.find((tx) => receiptFor(tx)?.isSuccess !== false);
  if (other !== undefined) return { kind: 'elsewhere', hash: other.hash, block, blockHash };
  // A pull of ours that moved something else may have set it. An operator has to decide that.
  if (pulls.some(({ end }) => end === 'unclear')) return null;
  return { kind: 'elsewhere', hash: null, block, blockHash };
}

/**
 * What a transaction of our spender did with the permit. Another pull of the same payer, or this
 * one in a failed group of a multicall, proves nothing: a payer can cancel in the block of any of
 * our pulls. `unclear` is a pull that succeeded but did not bring the permit's amount.
 */
function pullIn(
  tx: OnChainTx,
  receipt: ChainReceipt | undefined,
  permit: SignedPermit,
  accounts: Accounts,
): 'brought' | 'unclear' | 'nothing' {
  if (receipt?.isSuccess !== true) return 'nothing';
  const call = { to: tx.to, data: tx.input, value: 0n };
  const { calls, groups } = callsOf(accounts.spender, call);
  if (!hasRun(call, accounts.spender, groups, receipt.failedGroups)) return 'nothing';
  const carrying = calls.filter(
    ({ does }) =>
      does.kind === 'pull' && does.owner === permit.owner && does.nonce === permit.nonce,
  );
  if (carrying.every(({ group }) => receipt.failedGroups.includes(group))) return 'nothing';
  return bringsUs(receipt, permit, Object.values(accounts)) ? 'brought' : 'unclear';
}

function bringsUs(
  { transfers }: ChainReceipt,
  { token, owner, units }: SignedPermit,
  ours: readonly Address[],
): boolean {
  return transfers.some(
    (one) =>
      one.token === token && one.from === owner && ours.includes(one.to) && one.units === units,
  );
}

/** `UnorderedNonceInvalidation(address indexed owner, uint256 word, uint256 mask)` of Permit2. */
export const cancelledTopic: Hex =
  '0x3704902f963766a4e561bbaab6e6cdc1b1dd12f6e9e99648da8843b3f46b918d';

/** Maximum log requests to one node per search. */
const logRequests = 40;
/** Maximum number of the payer's transactions inspected per search. */
const mostCandidates = 1_024;

/**
 * Every pull leaves a Transfer log of the payer's token, every cancellation a Permit2 log. They
 * prove the spending only if all logs since the bit was free were served, because a cancellation
 * leaves its log even after a pull of ours.
 */
async function byLogs(
  chain: EvmChain,
  node: RpcNode,
  { permit, accounts, unspentAt, head }: OnOneNode,
): Promise<Spending | null> {
  if (unspentAt === null) return null;
  const owner = topicOf(permit.owner);
  const { logs, downTo } = await chain.logRanges.read(
    node,
    [
      { topics: [transferTopic, owner] },
      { address: permit2Address, topics: [cancelledTopic, owner] },
    ],
    { from: unspentAt, to: head },
    logRequests,
  );
  const hashes = [...new Set(logs.map(({ hash }) => hash))];
  if (downTo > unspentAt || hashes.length > mostCandidates) return null;
  const found = (await node.ask(hashes.map(txInBlock))).filter((one) => one !== null);
  if (found.length < hashes.length) return null;
  const carrying = found.filter(({ tx }) => spendsPermit(tx, permit));
  const own = carrying.filter(({ tx }) => tx.from === accounts.spender);
  const receipts = await node.ask(own.map(({ place }) => receiptOf(place.hash)));
  if (receipts.includes(null)) return null;
  const ends = own.map(({ tx }, index) =>
    pullIn(tx, receipts[index] ?? undefined, permit, accounts),
  );
  const pull = own[ends.indexOf('brought')];
  if (pull !== undefined) return { kind: 'redeemed', hash: pull.place.hash };
  const other = carrying.find(({ tx }) => tx.from !== accounts.spender);
  if (other !== undefined) return elsewhere(other.place);
  if (ends.includes('unclear')) return null;
  // Cancelled by a contract that the payer's account runs, or that it is.
  const cancelled = logs.find(({ address, topics, data }) => {
    const { word, mask } = bitmapPlace(permit.nonce);
    return (
      address === permit2Address &&
      topics[0] === cancelledTopic &&
      data.length === 130 &&
      BigInt(data.slice(0, 66)) === word &&
      (BigInt(`0x${data.slice(66)}`) & mask) !== 0n
    );
  });
  return cancelled === undefined ? null : elsewhere(cancelled);
}

function elsewhere({ hash, block, blockHash }: TxPlace): Spending {
  return { kind: 'elsewhere', hash, block, blockHash };
}

export async function isSpentAt(
  node: RpcNode,
  { owner, nonce }: Pick<SignedPermit, 'owner' | 'nonce'>,
  at: BlockPin,
): Promise<boolean> {
  const { word, mask } = bitmapPlace(nonce);
  const [bits] = await node.ask([nonceBitmapOf(owner, word, at)]);
  return (bits & mask) !== 0n;
}
