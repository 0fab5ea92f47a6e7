import { type EvmAddress, type SignedPermit } from '@interline/kernel';
import type { PermitFate } from '@interline/ports';
import { bitmapPlace } from '../abi/permit2-calls.ts';
import type { Accounts, EvmChain } from '../evm-chain.ts';
import { type BlockPin, nonceBitmapOf } from '../rpc/state-calls.ts';
import { blockHashAt, fullBlock, type FullBlock, headNumber, heightWord } from '../rpc/blocks.ts';
import { RpcFault } from '../rpc/rpc-fault.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';
import { type ChainReceipt, receiptOf } from './receipts.ts';
import { turningPoint } from './turning-point.ts';

/**
 * Only a transaction of the permit's spender can redeem it. So the block that set the bit is found
 * by old states, and the receipts of the spender's transactions in it show whether the payer's
 * tokens came to us.
 */
export async function permitFate(
  chain: EvmChain,
  permit: SignedPermit,
  accounts: Accounts,
  signal: AbortSignal,
): Promise<PermitFate> {
  const { client } = chain;
  const everyNode = <T>(ask: (node: RpcNode) => Promise<T>): Promise<readonly (T | null)[]> =>
    Promise.all(client.nodes.map((node) => client.tryOne(node, ask, signal)));

  const told = await everyNode(async (node) => ({
    head: (await node.ask([headNumber]))[0],
    isSpent: await isSpentAt(node, permit, 'latest'),
  }));
  const answered = told.filter((one) => one !== null);
  if (answered.length < told.length) return { kind: 'unseen', reason: 'node-silent' };
  if (!answered.some((one) => one.isSpent)) return { kind: 'unspent' };
  if (!answered.every((one) => one.isSpent)) return { kind: 'unseen', reason: 'nodes-disagree' };

  const spending = await spendingOf(client.nodes, permit, accounts);
  if (spending === null) return { kind: 'unseen', reason: 'history-unserved' };
  if (spending.isOurs) return { kind: 'redeemed' };
  const { number: block, hash } = spending.block;
  const agreed = await everyNode(
    async (node) => (await node.ask([blockHashAt(block)]))[0] === hash,
  );
  if (agreed.includes(null)) return { kind: 'unseen', reason: 'node-silent' };
  if (agreed.includes(false)) return { kind: 'unseen', reason: 'nodes-disagree' };
  return { kind: 'spent-elsewhere', block, head: Math.min(...answered.map((one) => one.head)) };
}

interface Spending {
  readonly block: FullBlock;
  /** A transaction of ours in that block took the payer's tokens. */
  readonly isOurs: boolean;
}

/**
 * Asks one node after another until one serves the states and every receipt that is needed; null
 * where none does.
 */
async function spendingOf(
  nodes: readonly RpcNode[],
  permit: SignedPermit,
  accounts: Accounts,
): Promise<Spending | null> {
  for (const node of nodes) {
    const found = await spendingBy(node, permit, accounts).catch((error: unknown) => {
      if (error instanceof RpcFault) return null;
      throw error;
    });
    if (found !== null) return found;
  }
  return null;
}

async function spendingBy(
  node: RpcNode,
  permit: SignedPermit,
  accounts: Accounts,
): Promise<Spending | null> {
  const [head] = await node.ask([headNumber]);
  const at = await turningPoint(head, (block) => isSpentAt(node, permit, heightWord(block)));
  const [block] = at === null ? [null] : await node.ask([fullBlock(at)]);
  if (block === null) return null;
  const hashes = block.txs.filter(({ from }) => from === accounts.spender).map(({ hash }) => hash);
  const receipts = (await node.ask(hashes.map(receiptOf))).filter(
    (one) => one !== null && one.blockHash === block.hash,
  );
  if (receipts.length < hashes.length) return null;
  return {
    block,
    isOurs: receipts.some(
      (one) => one !== null && bringsUs(one, permit, [accounts.spender, accounts.float]),
    ),
  };
}

function bringsUs(
  { transfers }: ChainReceipt,
  { token, owner }: SignedPermit,
  ours: readonly EvmAddress[],
): boolean {
  return transfers.some(
    (one) => one.token === token && one.from === owner && ours.includes(one.to) && one.units > 0n,
  );
}

async function isSpentAt(
  node: RpcNode,
  { owner, nonce }: SignedPermit,
  at: BlockPin,
): Promise<boolean> {
  const { word, mask } = bitmapPlace(nonce);
  const [bits] = await node.ask([nonceBitmapOf(owner, word, at)]);
  return (bits & mask) !== 0n;
}
