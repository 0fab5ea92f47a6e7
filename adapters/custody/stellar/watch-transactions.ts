import type { Address, TxHash } from '@interline/kernel';
import type {
  ChainReading,
  MinedReading,
  TransactionReading,
  WatchedForm,
  WatchedTransaction,
} from '@interline/ports';
import type { Channels } from './channels.ts';
import type { HorizonNode } from './horizon-node.ts';
import { type HorizonTransaction, outerHash, transactionShape } from './horizon-shapes.ts';
import type { Horizons } from './horizons.ts';
import type { StellarCustodySettings } from './stellar-settings.ts';
import { signedFields, stellarTx } from './stellar-tx-fields.ts';

export interface Watching {
  readonly horizons: Horizons;
  readonly channels: Channels;
  readonly settings: Pick<StellarCustodySettings, 'chain' | 'passphrase'>;
  readonly account: Address;
  /**
   * Our transactions that a stranger's fee bump carried. The key is our form's hash, the value the
   * hash to look them up by.
   */
  readonly carriedBy: Map<TxHash, TxHash>;
}

/**
 * Reads ledger, accounts and transactions in this order. Horizon ingests a ledger as a whole, so a
 * sequence number that an account shows as used has its transaction too.
 */
export async function observe(
  watching: Watching,
  watched: readonly WatchedTransaction[],
  signal: AbortSignal,
): Promise<ChainReading> {
  const { horizons, channels, settings } = watching;
  const { value, head } = await horizons.read(async (node) => {
    const used = new Set(watched.flatMap(channelOf));
    const sequences = new Map(
      await Promise.all(
        [...used].map(async (channel) => {
          const account = await channels.at(node, channel, signal);
          return [channel, account?.sequence ?? 0n] as const;
        }),
      ),
    );
    return Promise.all(watched.map((one) => readOne(watching, { node, one, sequences, signal })));
  }, signal);
  // The Horizon's free slots are valid up to its own ledger.
  const others = horizons.enough < 2 ? head : await horizons.reached(signal);
  const reached = others.sequence < head.sequence ? others : head;
  return {
    chain: settings.chain,
    block: reached.sequence,
    head: head.sequence,
    timestampSec: reached.closed_at,
    transactions: value,
  };
}

function channelOf({ forms }: WatchedTransaction): readonly number[] {
  const [first] = forms;
  return first === undefined ? [] : [signedFields(first.tx).channel];
}

interface Asked {
  readonly node: HorizonNode;
  readonly one: WatchedTransaction;
  /** The channels' sequence numbers, from that Horizon. */
  readonly sequences: ReadonlyMap<number, bigint>;
  readonly signal: AbortSignal;
}

async function readOne(
  watching: Watching,
  { node, one: { transaction, forms }, sequences, signal }: Asked,
): Promise<TransactionReading> {
  const [first] = forms;
  const transactionId = transaction.id;
  const free = { transactionId, mined: null, isSlotTaken: false, receiptOwed: null };
  if (first === undefined || transaction.slot < 0) return free;
  const { channel, sequence } = signedFields(first.tx);
  if ((sequences.get(channel) ?? 0n) < sequence) return free;
  const found = await firstFound(node, forms, signal);
  if (found === null) return { ...free, isSlotTaken: true };
  const isAgreed = await isShownByEnough(watching.horizons, node, found.shown, signal);
  const mined = isAgreed ? await minedOf(watching, node, found, signal) : null;
  return { ...free, mined, isSlotTaken: true, receiptOwed: isAgreed ? null : found.form.hash };
}

interface Found {
  readonly form: WatchedForm;
  readonly shown: HorizonTransaction;
}

/**
 * Searches by inner hash: a third party's fee bump may have carried the inner transaction, which
 * pays the same.
 */
async function firstFound(
  node: HorizonNode,
  forms: readonly WatchedForm[],
  signal: AbortSignal,
): Promise<Found | null> {
  for (const [inner, same] of Map.groupBy(forms, ({ tx }) => signedFields(tx).innerHash)) {
    const shown = await node.get(`/transactions/${inner}`, transactionShape, signal);
    const form =
      same.find(({ hash }) => shown !== null && hash === outerHash(shown)) ?? same.at(-1);
    if (shown !== null && form !== undefined) return { form, shown };
  }
  return null;
}

/** If a second Horizon is configured, it must show the same end in the same ledger. */
async function isShownByEnough(
  horizons: Horizons,
  reader: HorizonNode,
  shown: HorizonTransaction,
  signal: AbortSignal,
): Promise<boolean> {
  if (horizons.enough < 2) return true;
  const end = endOf(shown);
  const ends = await horizons.readAlike(
    async (node) => (node === reader ? end : endShownBy(node, outerHash(shown), signal)),
    String,
    signal,
  );
  return ends.filter((one) => one === end).length >= horizons.enough;
}

async function endShownBy(
  node: HorizonNode,
  hash: string,
  signal: AbortSignal,
): Promise<string | null> {
  const shown = await node.get(`/transactions/${hash}`, transactionShape, signal);
  return shown === null ? null : endOf(shown);
}

/** The end of a transaction: ledger, outcome and cost. */
function endOf(shown: HorizonTransaction): string {
  const { ledger, successful, fee_charged, fee_account } = shown;
  return `${outerHash(shown)}/${ledger}/${successful}/${fee_charged}/${fee_account}`;
}

async function minedOf(
  { horizons, account, carriedBy }: Watching,
  node: HorizonNode,
  { form, shown }: Found,
  signal: AbortSignal,
): Promise<MinedReading> {
  const { hash: blockHash } = await horizons.ledger(node, shown.ledger, signal);
  if (outerHash(shown) !== form.hash) carriedBy.set(form.hash, outerHash(shown));
  const { operation, to, asset, units } = stellarTx(form.tx);
  const moves =
    operation === 'payment' || operation === 'create-account' || operation === 'claimable';
  return {
    hash: form.hash,
    block: shown.ledger,
    blockHash,
    isSuccess: shown.successful,
    gasUsed: BigInt(shown.operation_count) + 1n,
    gasCost: shown.fee_account === account ? shown.fee_charged : 0n,
    transfers:
      shown.successful && moves ? [{ token: asset, from: account, to, units, logIndex: 0 }] : [],
  };
}

/** The transactions that enough Horizons show in these very ledgers, with the same end. */
export async function shownAlike(
  { horizons, carriedBy }: Watching,
  mined: readonly Pick<MinedReading, 'hash' | 'blockHash'>[],
  signal: AbortSignal,
): Promise<ReadonlySet<TxHash>> {
  const alike = await Promise.all(
    mined.map(async ({ hash, blockHash }) => {
      const asked = carriedBy.get(hash) ?? hash;
      const ends = await horizons.readAlike(
        async (node) => {
          const shown = await node.get(`/transactions/${asked}`, transactionShape, signal);
          if (shown === null) return null;
          const { hash: ledger } = await horizons.ledger(node, shown.ledger, signal);
          return ledger === blockHash ? endOf(shown) : null;
        },
        String,
        signal,
      );
      const said = Map.groupBy(
        ends.filter((end) => end !== null),
        (end) => end,
      );
      const isAlike = [...said.values()].some((some) => some.length >= horizons.enough);
      return isAlike ? [hash] : [];
    }),
  );
  return new Set(alike.flat());
}
