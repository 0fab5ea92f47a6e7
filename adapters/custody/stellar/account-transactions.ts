import type {
  AccountHistory,
  AccountTransaction,
  HistorySearch,
  SlotConsumer,
  SlotSearch,
  UnseenReason,
  WatchedTransaction,
} from '@interline/ports';
import type { HorizonNode } from './horizon-node.ts';
import { type HorizonTransaction, type Ledger, outerHash } from './horizon-shapes.ts';
import { formOf } from './form-of.ts';
import { operationsIn, transfersIn } from './read-operations.ts';
import type { SentTransactions } from './sent-transactions.ts';
import { type ChannelLayout, type Place, placeOf } from './sequence.ts';
import { signedFields } from './stellar-tx-fields.ts';
import type { Watching } from './watch-transactions.ts';

export interface Searching extends Watching {
  readonly sent: SentTransactions;
}

/** What one Horizon shows as the consumer of a sequence number; null if it shows none. */
interface Shown<T> {
  readonly value: T | null;
  readonly head: number;
  readonly isWhole: boolean;
}

/**
 * What took the slot's sequence number, according to everything that its channel has sent since.
 */
export async function consumerOf(
  { horizons, sent }: Searching,
  { forms }: WatchedTransaction,
  { freeAt }: SlotSearch,
  signal: AbortSignal,
): Promise<SlotConsumer> {
  const [first] = forms;
  if (first === undefined) return unseen('not-in-range');
  const { channel, sequence } = signedFields(first.tx);
  const found = await horizons.readEach(async (node, head): Promise<Shown<HorizonTransaction>> => {
    const since = Math.max(freeAt ?? 0, createdAt(sequence));
    const { bySequence, isWhole } = await sent.since(node, channel, since, signal);
    const value = bySequence.get(sequence) ?? null;
    return { value, head: head.sequence, isWhole };
  }, signal);
  const agreed = agreedOf(found, horizons.enough, outerHash);
  if (agreed.kind === 'unseen') return unseen(agreed.reason);
  const { value, head } = agreed;
  // A fee bump has its own hash; ours may be the inner transaction.
  const hash = outerHash(value);
  const inner = value.inner_transaction?.hash;
  const own =
    forms.find((form) => form.hash === hash) ??
    forms.findLast(({ tx }) => signedFields(tx).innerHash === inner);
  return { kind: 'found', hash: own?.hash ?? hash, block: value.ledger, head };
}

function unseen(reason: UnseenReason): SlotConsumer {
  return { kind: 'unseen', reason, range: null };
}

type Agreed<T> =
  | { readonly kind: 'found'; readonly value: T; readonly head: number }
  | { readonly kind: 'unseen'; readonly reason: UnseenReason };

/** What enough Horizons agree on, if none disagrees. */
function agreedOf<T>(
  said: readonly Shown<T>[],
  enough: number,
  words: (one: T) => string,
): Agreed<T> {
  const shown = said.flatMap(({ value, head }) => (value === null ? [] : [{ value, head }]));
  const [first] = shown;
  if (first !== undefined && shown.some(({ value }) => words(value) !== words(first.value)))
    return { kind: 'unseen', reason: 'nodes-disagree' };
  if (first !== undefined && shown.length >= enough)
    return { kind: 'found', value: first.value, head: Math.min(...shown.map(({ head }) => head)) };
  if (said.length < enough) return { kind: 'unseen', reason: 'node-silent' };
  if (said.some(({ isWhole }) => !isWhole)) return { kind: 'unseen', reason: 'search-goes-on' };
  return { kind: 'unseen', reason: first === undefined ? 'not-in-range' : 'nodes-disagree' };
}

/** The account's transactions in those slots, up to the first one that too few Horizons show. */
export async function accountHistory(
  searching: Searching,
  { slots, freeAt }: HistorySearch,
  signal: AbortSignal,
): Promise<AccountHistory> {
  const { horizons } = searching;
  const said = await horizons.readEach(
    async (node, head) => historyBy(searching, { node, head, slots, freeAt }, signal),
    signal,
  );
  const transactions: AccountTransaction[] = [];
  for (const [at, slot] of slots.entries()) {
    const shown = said.map((one) => one[at] ?? { value: null, head: 0, isWhole: false });
    const agreed = agreedOf(
      shown,
      horizons.enough,
      ({ hash, blockHash, isSuccess, gasCost }) => `${hash}/${blockHash}/${isSuccess}/${gasCost}`,
    );
    if (agreed.kind === 'unseen') return { transactions, unseen: { slot, reason: agreed.reason } };
    transactions.push({ ...agreed.value, head: agreed.head });
  }
  return { transactions, unseen: null };
}

async function historyBy(
  searching: Searching,
  {
    node,
    head,
    slots,
    freeAt,
  }: Pick<HistorySearch, 'slots' | 'freeAt'> & {
    readonly node: HorizonNode;
    readonly head: Ledger;
  },
  signal: AbortSignal,
): Promise<readonly Shown<AccountTransaction>[]> {
  const { channels, sent } = searching;
  const { layout } = await channels.read(node, signal);
  const places = slots.map((slot) => ({ slot, ...placeOf(layout, slot) }));
  const used = [...new Set(places.map(({ channel }) => channel))];
  const byChannel = new Map(
    await Promise.all(
      used.map(async (channel) => {
        const since = Math.max(freeAt ?? 0, createdAt(layout.bases[channel] ?? 0n));
        return [channel, await sent.since(node, channel, since, signal)] as const;
      }),
    ),
  );
  return Promise.all(
    places.map(async ({ slot, channel, sequence }) => {
      const of = byChannel.get(channel);
      const shown = of?.bySequence.get(sequence);
      const value =
        shown === undefined
          ? null
          : await transactionOf(
              searching,
              { node, head, shown, slot, layout, place: { channel, sequence } },
              signal,
            );
      return { value, head: head.sequence, isWhole: of?.isWhole ?? false };
    }),
  );
}

/** The ledger that created the account, from its sequence number. */
function createdAt(sequence: bigint): number {
  return Number(sequence >> 32n);
}

async function transactionOf(
  { horizons, channels, settings: { passphrase }, account }: Searching,
  {
    node,
    head,
    shown,
    slot,
    layout,
    place,
  }: {
    readonly node: HorizonNode;
    readonly head: Ledger;
    readonly shown: HorizonTransaction;
    readonly slot: number;
    readonly layout: ChannelLayout;
    readonly place: Place;
  },
  signal: AbortSignal,
): Promise<AccountTransaction> {
  const ledger = await horizons.ledger(node, shown.ledger, signal);
  const operations = operationsIn(shown, passphrase).map((one) =>
    // Lumens in a channel still belong to us.
    one.does.kind === 'payment' && channels.isChannel(one.does.to)
      ? { ...one, does: { kind: 'housekeeping' } as const }
      : one,
  );
  return {
    slot,
    hash: outerHash(shown),
    block: shown.ledger,
    blockHash: ledger.hash,
    timestampSec: shown.created_at,
    head: head.sequence,
    isSuccess: shown.successful,
    gasCost: shown.fee_account === account ? shown.fee_charged : 0n,
    form: formOf(shown, { ...place, layout, account, passphrase }),
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
