import type { Address, TxHash } from '@interline/kernel';
import type { BlockRange, SlotConsumer, SlotSearch, UnseenReason } from '@interline/ports';
import type { EvmChain } from '../evm-chain.ts';
import { askEach, enoughOf, type NodeTold } from '../rpc/ask-each.ts';
import { blockHashAt, headNumber, txInFullBlock } from '../rpc/blocks.ts';
import { minedTx, readOnChainTx, type TxPlace } from '../rpc/on-chain-tx.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';
import { nonceOf } from '../rpc/state-calls.ts';
import { isSignedFor, signerOf } from '../rpc/tx-signer.ts';
import { agreeOn } from './agreement.ts';
import { placeOf, receiptOf } from './receipts.ts';
import { searchSlot } from './search-slot.ts';

/** A slot of ours, with the hashes that we have signed for it. */
interface OwnSlot {
  readonly account: Address;
  readonly nonce: number;
  readonly hashes: readonly TxHash[];
}

/**
 * The transaction that consumed the slot. One of our own hashes in a node's chain takes precedence;
 * otherwise the slot is searched for. Both count only if enough nodes have the block, and another
 * transaction than ours also needs the account's signature.
 */
export async function slotConsumer(
  chain: EvmChain,
  { account, nonce, hashes }: OwnSlot,
  search: SlotSearch,
  signal: AbortSignal,
): Promise<SlotConsumer> {
  const { client } = chain;
  const told = await askEach(client, (node) => stateOn(node, account, hashes), signal);
  const range = rangeOf(chain, told, search);
  if (told.length < enoughOf(client)) return unseen('node-silent', range);

  const ours = told.flatMap(({ node, said }) =>
    said.ours === null ? [] : [{ node, place: said.ours }],
  );
  const [first] = ours;
  const other = ours.find(({ place }) => place.hash !== first?.place.hash);
  if (first !== undefined && other !== undefined) {
    chain.contradicted('consumer', first.node, other.node);
    return unseen('nodes-disagree', range);
  }
  const taken = told.filter(({ said }) => said.next > nonce);
  // One node alone does not prove that the slot is taken.
  if (first === undefined && taken.length < enoughOf(client))
    return unseen('nodes-disagree', range);
  const searched =
    first === undefined
      ? await searchSlot(
          chain,
          {
            account,
            nonce,
            nodes: taken,
            freeAt: range.from === 0 ? null : range.from,
            takenAt: search.takenAt,
          },
          signal,
        )
      : { kind: 'found' as const, place: first.place };
  if (searched.kind === 'unseen') return unseen(searched.reason, searched.range ?? range);

  const { hash, block } = searched.place;
  const [agreed, isSigned] = await Promise.all([
    agreeOn(chain, searched.place, signal),
    // Our own hash needs no signature check: it never leads to a second payment.
    hashes.includes(hash) || isShownSigned(chain, { account, nonce }, searched.place, signal),
  ]);
  const at = { from: block, to: block };
  if (!agreed.isAgreed) return unseen(agreed.reason, at);
  return isSigned
    ? { kind: 'found', hash, block, head: agreed.head }
    : unseen('nodes-disagree', at);
}

/**
 * Whether any node's bytes show that the account itself signed the transaction for the slot. The
 * node that named it may lie, and the block alone proves nothing about the sender. A node without
 * the hash in its index may still serve the block.
 */
async function isShownSigned(
  { client, chainId }: EvmChain,
  slot: Pick<OwnSlot, 'account' | 'nonce'>,
  { hash, block }: TxPlace,
  signal: AbortSignal,
): Promise<boolean> {
  const withSigner = (tx: unknown) => ({ ...readOnChainTx(tx), signer: signerOf(tx) });
  for (const call of [minedTx(hash, withSigner), txInFullBlock(block, hash, withSigner)]) {
    const told = await askEach(client, (node) => node.ask([call]), signal);
    if (told.some(({ said: [tx] }) => tx !== null && isSignedFor({ chainId, ...slot }, tx)))
      return true;
  }
  return false;
}

interface State {
  readonly head: number;
  /** The account's next nonce there. */
  readonly next: number;
  readonly ours: TxPlace | null;
}

async function stateOn(node: RpcNode, account: Address, hashes: readonly TxHash[]): Promise<State> {
  const [[head, next], receipts, places] = await Promise.all([
    node.ask([headNumber, nonceOf(account)]),
    node.ask(hashes.map(receiptOf)),
    node.ask(hashes.map(placeOf)),
  ]);
  const inBlocks = [...receipts, ...places].filter((one) => one !== null);
  const canonical = await node.ask(inBlocks.map((one) => blockHashAt(one.block)));
  // An index may still name a block that a reorg removed.
  const ours = inBlocks.find((one, index) => canonical[index] === one.blockHash) ?? null;
  return { head, next, ours };
}

/**
 * Starts slightly below the last block that had the slot free, since a reorg may have moved the
 * consumer down, and ends where the slot was first seen taken.
 */
function rangeOf(
  { confirmations }: EvmChain,
  told: readonly NodeTold<State>[],
  { freeAt, takenAt }: SlotSearch,
): BlockRange {
  const head = Math.max(0, ...told.map(({ said }) => said.head));
  const to = Math.max(takenAt ?? head, freeAt ?? 0);
  return { from: Math.max(0, (freeAt ?? 0) - confirmations), to };
}

function unseen(reason: UnseenReason, range: BlockRange): SlotConsumer {
  return { kind: 'unseen', reason, range };
}
