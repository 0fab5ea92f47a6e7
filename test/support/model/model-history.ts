import { evmAddress } from '@interline/kernel';
import type {
  AccountHistory,
  AccountTransaction,
  CallContent,
  HistorySearch,
} from '@interline/ports';
import type { ModelChain, ModelReceipt } from './model-chain.ts';
import { dataOf, type ModelNode, modelToken, transfersOf } from './model-custody.ts';

/** What consumed an account's slots, where a node serves the blocks. */
export function historyOf(
  chain: ModelChain,
  nodes: readonly ModelNode[],
  { account, slots }: HistorySearch,
): AccountHistory {
  const transactions: AccountTransaction[] = [];
  const reason = nodes.some((one) => one.isSilent) ? 'node-silent' : 'history-unserved';
  const isServed = nodes.some((one) => one.servesHistory && one.servesReceipts);
  for (const slot of slots) {
    const found = chain.consumer(account, slot);
    if (found === null || !isServed || reason === 'node-silent')
      return { transactions, unseen: { slot, reason } };
    transactions.push(transactionOf(chain, slot, found));
  }
  return { transactions, unseen: null };
}

function transactionOf(
  chain: ModelChain,
  slot: number,
  { tx, block, isSuccess, isEmpty }: ModelReceipt,
): AccountTransaction {
  const isNoop = tx.action.kind === 'noop';
  const to = isNoop ? evmAddress(tx.from) : modelToken;
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
    calls: [{ to, data, valueWei: 0n, group: 0, isSuccess, does: contentOf(tx) }],
    groups: 0,
    transfers: isSuccess && !isEmpty ? transfersOf(tx) : [],
  };
}

function contentOf({ action }: ModelReceipt['tx']): CallContent {
  switch (action.kind) {
    case 'pull': {
      const [, owner = '', nonce = ''] = action.permit.split('/');
      return { kind: 'pull', owner: evmAddress(owner), nonce: BigInt(nonce) };
    }
    case 'transfer':
      return {
        kind: 'payment',
        token: modelToken,
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
