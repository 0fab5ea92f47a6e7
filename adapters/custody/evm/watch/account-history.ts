import { type Address, type Hex, nativeAddress, type TxHash } from '@interline/kernel';
import type { EvmTxFields } from '../evm-tx-fields.ts';
import type {
  AccountHistory,
  AccountTransaction,
  HistorySearch,
  SlotConsumer,
  UnseenReason,
} from '@interline/ports';
import { callsOf } from '../abi/calls-of.ts';
import { hasRun } from '../abi/multicall-witness.ts';
import type { EvmChain } from '../evm-chain.ts';
import { askEach, enoughOf } from '../rpc/ask-each.ts';
import { blockAt } from '../rpc/blocks.ts';
import type { RpcCall } from '../rpc/json-rpc.ts';
import { minedTx, type OnChainTx, readOnChainTx, scalar } from '../rpc/on-chain-tx.ts';
import { readData, readQuantity } from '../rpc/read-fields.ts';
import { isSignedFor, signerOf } from '../rpc/tx-signer.ts';
import { signedTx, txPayload } from '../signing/serialize-tx.ts';
import { type ChainReceipt, isSameReceipt, receiptOf } from './receipts.ts';
import { slotConsumer } from './slot-consumer.ts';
import { ofListed } from './transfers.ts';

/**
 * The transactions that consumed an account's slots, in order. Each slot is searched for like any
 * other, then its transaction is read with calldata and receipt.
 */
export async function accountHistory(
  chain: EvmChain,
  { account, slots, freeAt }: HistorySearch,
  signal: AbortSignal,
): Promise<AccountHistory> {
  const transactions: AccountTransaction[] = [];
  const stopAt = (slot: number, reason: UnseenReason): AccountHistory => ({
    transactions,
    unseen: { slot, reason },
  });
  for (const slot of slots) {
    if (signal.aborted) return stopAt(slot, 'node-silent');
    const consumer = await slotConsumer(
      chain,
      { account, nonce: slot, hashes: [] },
      { freeAt, takenAt: null },
      signal,
    );
    if (consumer.kind === 'unseen') return stopAt(slot, consumer.reason);
    const read = await readTransaction(chain, account, slot, consumer, signal);
    if (read === null) return stopAt(slot, 'node-silent');
    transactions.push(read);
  }
  return { transactions, unseen: null };
}

/**
 * Null if too few nodes serve it, if two nodes contradict each other, or if the account did not
 * sign it: one node alone must not end a route.
 */
async function readTransaction(
  chain: EvmChain,
  account: Address,
  slot: number,
  { hash, block, head }: Extract<SlotConsumer, { kind: 'found' }>,
  signal: AbortSignal,
): Promise<AccountTransaction | null> {
  const told = await askEach(
    chain.client,
    (node) => node.ask([txOf(hash), receiptOf(hash), blockAt(block)]),
    signal,
  );
  const read = told.flatMap(({ node, said: [tx, receipt, at] }) =>
    tx !== null &&
    receipt?.blockHash === at.hash &&
    isSignedFor({ chainId: chain.chainId, account, nonce: slot }, tx)
      ? [{ node, tx, receipt, at }]
      : [],
  );
  // Its cost is posted to the books, including the posting fee that any node shows.
  const first = read.find(({ receipt }) => receipt.postingWei !== null) ?? read[0];
  if (first === undefined) return null;
  const other = read.find(({ receipt }) => !isSameReceipt(receipt, first.receipt));
  if (other !== undefined) {
    chain.contradicted('receipt', first.node, other.node);
    return null;
  }
  if (read.length < enoughOf(chain.client)) return null;
  return accountTransaction(chain, { account, slot, head, ...first });
}

interface Read {
  readonly account: Address;
  readonly slot: number;
  readonly head: number;
  readonly tx: WholeTx;
  readonly receipt: ChainReceipt;
  readonly at: { readonly timestampSec: number };
}

function accountTransaction(
  { chainId, tokens }: Pick<EvmChain, 'chainId' | 'tokens'>,
  { account, slot, head, tx, receipt, at }: Read,
): AccountTransaction {
  const { hash, block, blockHash, isSuccess, transfers, failedGroups } = receipt;
  // Our authorization uses a slot of its own; it makes no call and pays nothing.
  const isSender = tx.from === account && tx.nonce === slot;
  const { calls, groups } = isSender ? callsOf(account, tx) : { calls: [], groups: 0 };
  const coin =
    tx.to === null || tx.value === 0n || !isSuccess
      ? []
      : [{ token: nativeAddress, from: tx.from, to: tx.to, units: tx.value, logIndex: -1 }];
  return {
    slot,
    hash,
    block,
    blockHash,
    timestampSec: at.timestampSec,
    head,
    isSuccess,
    gasCost: isSender ? receipt.gasCost : 0n,
    form: formOf(chainId, tx),
    calls: calls.map((call) => ({
      ...call,
      isSuccess:
        isSuccess &&
        hasRun(tx, account, groups, failedGroups) &&
        !failedGroups.includes(call.group),
    })),
    groups,
    transfers: [...ofListed(transfers, { tokens }), ...coin],
  };
}

interface WholeTx extends OnChainTx {
  /** The transaction by its bytes; null where the node does not show it. */
  readonly signer: Address | null;
  readonly data: Hex;
  readonly value: bigint;
  /** Null unless it has the type that we send (EIP-1559). */
  readonly fees: Pick<EvmTxFields, 'gasLimit' | 'maxFeeRate' | 'tip'> | null;
  readonly signature: { readonly r: string; readonly s: string; readonly yParity: 0 | 1 };
}

function txOf(hash: TxHash): RpcCall<WholeTx | null> {
  return minedTx(hash, (tx) => ({
    ...readOnChainTx(tx),
    signer: signerOf(tx),
    data: readData(tx['input'] ?? '0x'),
    value: readQuantity(tx['value']),
    fees:
      tx['type'] === '0x2'
        ? {
            gasLimit: readQuantity(tx['gas']),
            maxFeeRate: readQuantity(tx['maxFeePerGas']),
            tip: readQuantity(tx['maxPriorityFeePerGas']),
          }
        : null,
    signature: {
      r: scalar(tx['r']),
      s: scalar(tx['s']),
      yParity: readQuantity(tx['yParity'] ?? tx['v']) === 1n ? 1 : 0,
    },
  }));
}

/**
 * The transaction's bytes, rebuilt from its fields; null if the hash shows that a field is missing.
 */
function formOf(
  chainId: number,
  { hash, to, data, value, nonce, fees, signature }: WholeTx,
): AccountTransaction['form'] {
  if (to === null || fees === null) return null;
  const tx: EvmTxFields = { to, data, value, ...fees };
  const signed = signedTx(txPayload(chainId, nonce, tx), signature);
  return signed.hash === hash ? { raw: signed.raw, tx } : null;
}
