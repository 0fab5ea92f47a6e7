import { evmAddress, type Address, type Hex, type Transaction } from '@interline/kernel';
import type {
  AccountHistory,
  AccountTransaction,
  CallContent,
  HistorySearch,
} from '@interline/ports';
import { modelToken } from './model-accounts.ts';
import type { ModelReceipt } from './model-branch.ts';
import type { ModelPlace, NodeView } from './model-node.ts';
import { consumerBy, type Nodes, transfersOf } from './model-reading.ts';
import { dataOf } from './model-requests.ts';
import type { ModelTx } from './model-tx.ts';

/** What consumed an account's slots, where the nodes show it. */
export function historyBy(nodes: Nodes, { account, slots, freeAt }: HistorySearch): AccountHistory {
  const transactions: AccountTransaction[] = [];
  for (const slot of slots) {
    // CAST: the search looks at the slot only.
    const transaction = { account, slot: slot } as Transaction;
    const found = consumerBy(nodes, { transaction, forms: [] }, { freeAt, takenAt: null });
    if (found.kind === 'unseen') return { transactions, unseen: { slot, reason: found.reason } };
    const [shown] = nodes.flatMap((one) => {
      const receipt = one.node.isSilent ? null : one.receipt(found.hash);
      return receipt === null ? [] : [{ receipt, one }];
    });
    if (shown === undefined) return { transactions, unseen: { slot, reason: 'history-unserved' } };
    transactions.push(transactionOf(slot, shown.receipt, shown.one, found.head));
  }
  return { transactions, unseen: null };
}

function transactionOf(
  slot: number,
  { tx, isSuccess, isEmpty, gasCost, block, blockHash }: ModelReceipt & ModelPlace,
  shownBy: NodeView,
  head: number,
): AccountTransaction {
  const isNoop = tx.action.kind === 'noop';
  const to = isNoop ? evmAddress(tx.from) : modelToken;
  const data = dataOf(tx.action);
  const fees = { gasLimit: 100_000n, maxFeeRate: tx.fee ?? 10n, tip: 1n };
  return {
    slot,
    hash: tx.hash,
    block,
    blockHash,
    timestampSec: shownBy.timeOf(block),
    head,
    isSuccess,
    gasCost,
    form: { raw: tx.hash, tx: { to, data, value: 0n, ...fees } },
    calls: [{ ...calledBy(tx, { to, data }), ...{ value: 0n, group: 0, isSuccess } }],
    groups: 0,
    transfers: isSuccess && !isEmpty ? transfersOf(tx) : [],
  };
}

function calledBy(tx: ModelTx, form: { readonly to: Address; readonly data: Hex }) {
  const call = tx.action.kind === 'transfer' ? tx.action.call : undefined;
  return call === undefined
    ? { ...form, does: contentOf(tx, modelToken) }
    : { ...call, does: { kind: 'other' } as const };
}

function contentOf({ action }: ModelTx, token: Address): CallContent {
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
    case 'touch':
      return { kind: 'other' };
    case 'approve':
    case 'noop':
    case 'mint':
    case 'cancel':
    case 'fuel':
      return { kind: 'housekeeping' };
  }
}
