import type { Address, TxHash } from '@interline/kernel';
import type {
  ChainReading,
  MinedReading,
  TransactionReading,
  WatchedForm,
  WatchedTransaction,
} from '@interline/ports';
import type { HorizonNode } from './horizon-node.ts';
import { accountShape, type HorizonTransaction, transactionShape } from './horizon-shapes.ts';
import type { Horizons } from './horizons.ts';
import { sequenceIn } from './sequence.ts';
import type { StellarCustodySettings } from './stellar-settings.ts';
import { stellarTx } from './stellar-tx-fields.ts';

export interface Watching {
  readonly horizons: Horizons;
  readonly settings: Pick<StellarCustodySettings, 'chain' | 'passphrase'>;
  readonly account: Address;
}

/**
 * Ledger, account and transactions, in this order: what the account shows consumed is then among the
 * transactions too, because Horizon takes a ledger in as a whole.
 */
export async function observe(
  watching: Watching,
  watched: readonly WatchedTransaction[],
  signal: AbortSignal,
): Promise<ChainReading> {
  const { horizons, settings, account } = watching;
  const { value, head } = await horizons.read(async (node) => {
    const own = await node.get(`/accounts/${account}`, accountShape, signal);
    const sequence = own?.sequence ?? 0n;
    return Promise.all(watched.map((one) => readOne(watching, { node, one, sequence, signal })));
  }, signal);
  return {
    chain: settings.chain,
    block: head.sequence,
    head: head.sequence,
    timestampSec: head.closed_at,
    transactions: value,
  };
}

interface Asked {
  readonly node: HorizonNode;
  readonly one: WatchedTransaction;
  /** The account's, by that Horizon. */
  readonly sequence: bigint;
  readonly signal: AbortSignal;
}

async function readOne(
  watching: Watching,
  { node, one: { transaction, forms }, sequence, signal }: Asked,
): Promise<TransactionReading> {
  const [first] = forms;
  const transactionId = transaction.id;
  if (first === undefined || transaction.slot < 0)
    return { transactionId, mined: null, isSlotTaken: false, receiptOwed: null };
  const wanted = sequenceIn(stellarTx(first.tx).sequenceBase, transaction.slot);
  if (sequence < wanted)
    return { transactionId, mined: null, isSlotTaken: false, receiptOwed: null };
  const found = await firstFound(node, forms, signal);
  if (found === null) return { transactionId, mined: null, isSlotTaken: true, receiptOwed: null };
  const isAgreed = await isShownByEnough(watching.horizons, node, found.shown, signal);
  const mined = isAgreed ? await minedOf(watching, node, found, signal) : null;
  return {
    transactionId,
    mined,
    isSlotTaken: true,
    receiptOwed: isAgreed ? null : found.form.hash,
  };
}

interface Found {
  readonly form: WatchedForm;
  readonly shown: HorizonTransaction;
}

async function firstFound(
  node: HorizonNode,
  forms: readonly WatchedForm[],
  signal: AbortSignal,
): Promise<Found | null> {
  for (const form of forms) {
    const shown = await node.get(`/transactions/${form.hash}`, transactionShape, signal);
    if (shown !== null) return { form, shown };
  }
  return null;
}

/** A second Horizon, where one is configured, shows the same end in the same ledger. */
async function isShownByEnough(
  horizons: Horizons,
  reader: HorizonNode,
  shown: HorizonTransaction,
  signal: AbortSignal,
): Promise<boolean> {
  if (horizons.enough < 2) return true;
  const others = await horizons.readEach(async (node) =>
    node === reader ? null : node.get(`/transactions/${shown.hash}`, transactionShape, signal),
  );
  return others.some(
    (one) =>
      one !== null &&
      one.ledger === shown.ledger &&
      one.successful === shown.successful &&
      one.fee_charged === shown.fee_charged,
  );
}

async function minedOf(
  { horizons, account }: Watching,
  node: HorizonNode,
  { form, shown }: Found,
  signal: AbortSignal,
): Promise<MinedReading> {
  const { hash: blockHash } = await horizons.ledger(node, shown.ledger, signal);
  const { operation, to, asset, units } = stellarTx(form.tx);
  const moves =
    operation === 'payment' || operation === 'create-account' || operation === 'claimable';
  return {
    hash: form.hash,
    block: shown.ledger,
    blockHash,
    isSuccess: shown.successful,
    gasUsed: BigInt(shown.operation_count),
    // Another account may pay the fee of one that is not ours.
    gasCost: shown.fee_account === account ? shown.fee_charged : 0n,
    transfers:
      shown.successful && moves ? [{ token: asset, from: account, to, units, logIndex: 0 }] : [],
  };
}

/** Those that enough Horizons show in these very ledgers, with one end. */
export async function shownAlike(
  horizons: Horizons,
  mined: readonly Pick<MinedReading, 'hash' | 'blockHash'>[],
  signal: AbortSignal,
): Promise<ReadonlySet<TxHash>> {
  const alike = await Promise.all(
    mined.map(async ({ hash, blockHash }) => {
      const words = await horizons.readEach(async (node) => {
        const shown = await node.get(`/transactions/${hash}`, transactionShape, signal);
        if (shown === null) return null;
        const { hash: ledger } = await horizons.ledger(node, shown.ledger, signal);
        return ledger === blockHash ? `${shown.successful}/${shown.fee_charged}` : null;
      });
      const agreeing = words.filter((word) => word !== null && word === words[0]);
      return agreeing.length >= horizons.enough ? [hash] : [];
    }),
  );
  return new Set(alike.flat());
}
