import { evmAddress, type EvmAddress, type Hex } from '@interline/kernel';
import type {
  AccountHistory,
  AccountTransaction,
  CallContent,
  HistorySearch,
  TransferSeen,
} from '@interline/ports';
import type { ModelAction, ModelChain, ModelReceipt, ModelTx } from './model-chain.ts';

/** How the model's custody writes and reads a transaction. */
interface Writing {
  readonly token: EvmAddress;
  readonly dataOf: (action: ModelAction) => Hex;
  readonly transfersOf: (tx: ModelTx) => readonly TransferSeen[];
}

interface HistoryNode {
  readonly isSilent: boolean;
  readonly servesReceipts: boolean;
  readonly servesHistory: boolean;
}

/** What consumed an account's slots, where a node serves the blocks. */
export function historyOf(
  chain: ModelChain,
  nodes: readonly HistoryNode[],
  { account, slots }: HistorySearch,
  writing: Writing,
): AccountHistory {
  const transactions: AccountTransaction[] = [];
  const reason = nodes.some((one) => one.isSilent) ? 'node-silent' : 'history-unserved';
  const isServed = nodes.some((one) => one.servesHistory && one.servesReceipts);
  for (const slot of slots) {
    const found = chain.consumer(account, slot);
    if (found === null || !isServed || reason === 'node-silent')
      return { transactions, unseen: { slot, reason } };
    transactions.push(transactionOf(chain, slot, found, writing));
  }
  return { transactions, unseen: null };
}

function transactionOf(
  chain: ModelChain,
  slot: number,
  { tx, block, isSuccess, isEmpty }: ModelReceipt,
  { token, dataOf, transfersOf }: Writing,
): AccountTransaction {
  const isNoop = tx.action.kind === 'noop';
  const to = isNoop ? evmAddress(tx.from) : token;
  const data = dataOf(tx.action);
  const fees = { gasLimit: 100_000n, maxFeePerGas: tx.fee ?? 10n, maxPriorityFeePerGas: 1n };
  return {
    slot,
    hash: tx.hash,
    block,
    timestampSec: chain.timeOf(block),
    head: chain.head.number,
    isSuccess,
    form: { raw: tx.hash, tx: { to, data, valueWei: 0n, ...fees } },
    calls: [{ to, data, valueWei: 0n, group: 0, isSuccess, does: contentOf(tx, token) }],
    groups: 0,
    transfers: isSuccess && !isEmpty ? transfersOf(tx) : [],
  };
}

function contentOf({ action }: ModelTx, token: EvmAddress): CallContent {
  switch (action.kind) {
    case 'pull': {
      const [, owner = '', nonce = ''] = action.permit.split('/');
      return { kind: 'pull', owner: evmAddress(owner), nonce: BigInt(nonce) };
    }
    case 'transfer':
      return {
        kind: 'payment',
        token,
        to: evmAddress(action.to),
        units: action.units,
      };
    case 'approve':
    case 'noop':
    case 'mint':
    case 'cancel':
      return { kind: 'housekeeping' };
  }
}
