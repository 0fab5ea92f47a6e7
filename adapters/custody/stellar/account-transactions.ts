import type { Address } from '@interline/kernel';
import type {
  AccountHistory,
  AccountTransaction,
  HistorySearch,
  Payment,
  PaymentSearch,
  SlotConsumer,
  WatchedTransaction,
} from '@interline/ports';
import type { HorizonNode } from './horizon-node.ts';
import {
  type HorizonTransaction,
  type Ledger,
  ledgerShape,
  transactionShape,
} from './horizon-shapes.ts';
import type { Horizons } from './horizons.ts';
import { operationsIn, transfersIn } from './read-operations.ts';
import { sequenceIn, slotsOf } from './sequence.ts';
import { stellarTx } from './stellar-tx-fields.ts';
import type { Watching } from './watch-transactions.ts';

const pageSize = 200;
/** Some 10,000 transactions: what lies behind them is for a person. */
const mostPages = 50;

/** What consumed the slot, by all that the account has sent since. */
export async function consumerOf(
  { horizons, account }: Watching,
  { transaction, forms }: WatchedTransaction,
  signal: AbortSignal,
): Promise<SlotConsumer> {
  const unseen = (reason: 'node-silent' | 'nodes-disagree' | 'not-in-range'): SlotConsumer => ({
    kind: 'unseen',
    reason,
    range: null,
  });
  const [first] = forms;
  if (first === undefined) return unseen('not-in-range');
  const wanted = sequenceIn(stellarTx(first.tx).sequenceBase, transaction.slot);
  const found = await horizons.readEach(async (node) => {
    const [head] = await horizons.page(node, '/ledgers?order=desc&limit=1', ledgerShape, signal);
    const consumer = await sentAt(horizons, node, account, wanted, signal);
    return { head: head?.sequence ?? 0, consumer };
  });
  if (found.length < horizons.enough) return unseen('node-silent');
  const shown = found.flatMap(({ head, consumer }) =>
    consumer === null ? [] : [{ head, consumer }],
  );
  const [one] = shown;
  if (one === undefined) return unseen('not-in-range');
  if (shown.some(({ consumer }) => consumer.hash !== one.consumer.hash))
    return unseen('nodes-disagree');
  if (shown.length < horizons.enough) return unseen('nodes-disagree');
  // A fee bump has a hash of its own; ours may be the transaction inside.
  const inner = one.consumer.inner_transaction?.hash;
  const own = forms.find(({ hash }) => hash === one.consumer.hash || hash === inner);
  return {
    kind: 'found',
    hash: own?.hash ?? one.consumer.hash,
    block: one.consumer.ledger,
    head: Math.min(...shown.map(({ head }) => head)),
  };
}

/** What the account sent in those slots, up to the first that is not shown. */
export async function accountHistory(
  watching: Watching,
  { account, slots }: HistorySearch,
  signal: AbortSignal,
): Promise<AccountHistory> {
  const { horizons } = watching;
  const [firstSlot] = slots;
  if (firstSlot === undefined) return { transactions: [], unseen: null };
  const read = await horizons
    .read(async (node, head) => {
      const sent = await sentSince(horizons, node, account, firstSlot, signal);
      return Promise.all(
        slots.map(async (slot) => {
          const shown = sent.find((one) => slotsOf(one.source_account_sequence) === slot + 1);
          return shown === undefined
            ? null
            : transactionOf(watching, { node, head, shown, slot }, signal);
        }),
      );
    }, signal)
    .catch(() => null);
  if (read === null)
    return { transactions: [], unseen: { slot: firstSlot, reason: 'node-silent' } };
  const missing = read.value.findIndex((one) => one === null);
  const transactions = read.value.slice(0, missing < 0 ? undefined : missing);
  return {
    transactions: transactions.filter((one) => one !== null),
    unseen: missing < 0 ? null : { slot: slots[missing] ?? firstSlot, reason: 'not-in-range' },
  };
}

async function transactionOf(
  { horizons, settings: { passphrase }, account }: Watching,
  {
    node,
    head,
    shown,
    slot,
  }: {
    readonly node: HorizonNode;
    readonly head: Ledger;
    readonly shown: HorizonTransaction;
    readonly slot: number;
  },
  signal: AbortSignal,
): Promise<AccountTransaction> {
  const ledger = await horizons.ledger(node, shown.ledger, signal);
  const operations = operationsIn(shown, passphrase);
  return {
    slot,
    hash: shown.hash,
    block: shown.ledger,
    blockHash: ledger.hash,
    timestampSec: shown.created_at,
    head: head.sequence,
    isSuccess: shown.successful,
    gasCost: shown.fee_account === account ? shown.fee_charged : 0n,
    form: null,
    calls: operations.map(({ does }) => ({
      to: does.kind === 'payment' ? does.to : null,
      data: '0x',
      value: does.kind === 'payment' && does.token === 'native' ? does.units : 0n,
      group: 0,
      isSuccess: shown.successful,
      does,
    })),
    groups: 0,
    transfers: shown.successful ? transfersIn(operations) : [],
  };
}

/** Payments of ours since then to an account, oldest first; null where that is too far back. */
export async function paymentsSince(
  { horizons, settings: { passphrase } }: Watching,
  { token, from, to, sinceSec }: PaymentSearch,
  signal: AbortSignal,
): Promise<readonly Payment[] | null> {
  const [account] = from;
  if (account === undefined) return [];
  const { value } = await horizons.read(async (node, head) => {
    const sent = await sentWhile(
      horizons,
      node,
      account,
      ({ created_at }) => created_at >= sinceSec,
      signal,
    );
    return (
      sent?.flatMap((shown) =>
        transfersIn(shown.successful ? operationsIn(shown, passphrase) : [])
          .filter((one) => one.token === token && one.to === to)
          .map((one): Payment => ({
            hash: shown.hash,
            logIndex: one.logIndex,
            units: one.units,
            block: shown.ledger,
            depth: head.sequence - shown.ledger + 1,
            isAgreed: horizons.enough < 2,
          })),
      ) ?? null
    );
  }, signal);
  return value?.toReversed() ?? null;
}

async function sentAt(
  horizons: Horizons,
  node: HorizonNode,
  account: Address,
  sequence: bigint,
  signal: AbortSignal,
): Promise<HorizonTransaction | null> {
  const sent = await sentSince(horizons, node, account, slotsOf(sequence) - 1, signal);
  return sent.find((one) => one.source_account_sequence === sequence) ?? null;
}

async function sentSince(
  horizons: Horizons,
  node: HorizonNode,
  account: Address,
  slot: number,
  signal: AbortSignal,
): Promise<readonly HorizonTransaction[]> {
  const sent = await sentWhile(
    horizons,
    node,
    account,
    (one) => one.source_account !== account || slotsOf(one.source_account_sequence) > slot,
    signal,
  );
  return sent ?? [];
}

/** The account's own transactions, newest first, while they pass; null where there are too many. */
async function sentWhile(
  horizons: Horizons,
  node: HorizonNode,
  account: Address,
  passes: (one: HorizonTransaction) => boolean,
  signal: AbortSignal,
): Promise<readonly HorizonTransaction[] | null> {
  const sent: HorizonTransaction[] = [];
  let cursor = '';
  for (let page = 0; page < mostPages; page += 1) {
    const path = `/accounts/${account}/transactions?order=desc&limit=${pageSize}&include_failed=true${cursor}`;
    const records = await horizons.page(node, path, transactionShape, signal);
    const passing = records.findIndex((one) => !passes(one));
    sent.push(
      ...(passing < 0 ? records : records.slice(0, passing)).filter(
        (one) => one.source_account === account,
      ),
    );
    const last = records.at(-1);
    if (passing >= 0 || records.length < pageSize || last === undefined) return sent;
    cursor = `&cursor=${last.paging_token}`;
  }
  return null;
}
