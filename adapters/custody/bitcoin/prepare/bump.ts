import { RelayError, type SignedTransaction } from '@interline/kernel';
import type { Bump } from '@interline/ports';
import type { FloatWallet } from '../float-wallet.ts';
import { outbidFee } from '../coins/select-coins.ts';
import { bitcoinTx, type BitcoinTxFields } from '../bitcoin-tx-fields.ts';
import { bumpedFeeRate, chooseFeeRate } from '../fees/choose-fee-rate.ts';
import { type FeeRate, feeRate, isAbove } from '../fees/fee-rate.ts';
import type { Outpoint } from '../outpoint.ts';
import type { Purse } from '../spine/read-spine.ts';
import type { OwnCoin } from '../signing/sign-transaction.ts';
import { type Formed, formTransaction } from './form-transaction.ts';
import { dearerOf, type Market, outbidding, perVbyte } from './market.ts';
import type { WaitingForm } from './waiting-form.ts';

export interface BumpReadings {
  readonly purse: Purse;
  readonly market: Market;
  /** The form of the same slot that is in the mempools. */
  readonly waiting: WaitingForm | null;
}

/**
 * The next form of a signed transaction. It pays the same outputs and spends the same coins, plus
 * further ones if needed, at an eighth above the old rate or at the estimate. It leaves out groups
 * that refund a coin which a reorg removed.
 *
 * If a reorg confirmed another form of the parent, the signed transaction can never be mined. Then
 * the first input is taken from the current spine, at any fee. This is safe: forms of one parent
 * exclude each other, so children that spend different forms exclude each other too.
 *
 * If the mempool kept an older form because its recipients have spent from it, the last signed form
 * was rejected. Then the next form outbids that whole package.
 */
export function bump(
  wallet: FloatWallet,
  last: Pick<SignedTransaction, 'hash' | 'tx' | 'slot'>,
  ownCap: bigint | null,
  { purse, market, waiting }: BumpReadings,
): Bump {
  const tx = bitcoinTx(last.tx);
  const { fees } = wallet.settings;
  const own = ownCap === null || ownCap <= 0n ? fees.cap : feeRate(ownCap * 1_000n);
  const cap = own > fees.cap ? own : fees.cap;
  const feeRateCap = perVbyte(cap);
  const parent = parentOf(wallet, tx, last.slot, purse);
  const backed = backedPart(tx, purse);
  const isIntact = tx.inputs.slice(1).every(({ outpoint }) => isStillOurs(purse, outpoint));
  const wanted = market.estimate ?? market.relayMinimum;

  if (parent.isAnother) {
    const { rate } = chooseFeeRate([wanted], { floor: fees.floor, cap });
    return dearer(wallet, rederived(wallet, tx, parent.coin, { backed, purse, rate }));
  }
  const offered = feeRate((tx.fee * 1_000n) / tx.gasLimit || 1n);
  const isOutbid =
    waiting !== null &&
    waiting.txid !== last.hash &&
    waiting.packageFee !== null &&
    tx.fee < outbidFee(outbidding(waiting.packageFee, market), Number(tx.gasLimit));
  const meetsMarket = market.estimate !== null && market.estimate <= offered && !isOutbid;
  // A replacement every minute would pay for blocks that take ten. An operator's own cap is always
  // followed.
  if (meetsMarket && ownCap === null && isIntact) return { kind: 'enough', feeRateCap };
  const cappedAt = (needed: bigint): Bump => ({
    kind: 'capped',
    offered: tx.maxFeeRate,
    needed,
    feeRateCap,
  });
  const atMarket = chooseFeeRate([wanted], { floor: fees.floor, cap });
  const raised = isOutbid
    ? atMarket
    : (bumpedFeeRate(offered, wanted, cap) ?? (isIntact ? null : atMarket));
  if (raised === null)
    return wanted > offered ? cappedAt(perVbyte(wanted)) : { kind: 'enough', feeRateCap };
  const again = formTransaction(wallet, {
    spineSlot: tx.spineSlot,
    forced: backed.inputs
      .filter(({ outpoint }, index) => index === 0 || isStillOurs(purse, outpoint))
      .map((input) => coinAt(wallet, input)),
    others: purse.others.filter(({ confirmations }) => confirmations > 0),
    outputs: backed.outputs,
    groupOf: groupsOf(backed.inputs),
    rate: raised.rate,
    outbids: outbidding(dearerOf(tx.fee, waiting?.packageFee ?? 0n), market),
  });
  if (again.ok && isAbove(cap, again.tx))
    return isOutbid || wanted > offered
      ? cappedAt(again.tx.maxFeeRate)
      : { kind: 'enough', feeRateCap };
  return dearer(wallet, again);
}

/** The coin that the slot spends first, according to the chain now. */
function parentOf(
  wallet: FloatWallet,
  tx: BitcoinTxFields,
  slot: number,
  { entries, confirmed, spineCoin }: Purse,
): { readonly isAnother: false } | { readonly isAnother: true; readonly coin: OwnCoin } {
  const parent = slot === 0 ? undefined : entries[slot - 1];
  const signed = tx.inputs[0]?.outpoint;
  if (slot === 0 || parent?.coin.outpoint === signed) return { isAnother: false };
  // As long as no parent is mined, another form of the parent may be.
  if (parent === undefined || slot > confirmed || spineCoin?.outpoint !== parent.coin.outpoint)
    throw new RelayError(
      'CHAIN_UNREACHABLE',
      { chain: wallet.settings.chain },
      'the transaction before it is in no block',
    );
  return { isAnother: true, coin: spineCoin };
}

function rederived(
  wallet: FloatWallet,
  tx: BitcoinTxFields,
  coin: OwnCoin,
  {
    backed,
    purse,
    rate,
  }: { readonly backed: BackedPart; readonly purse: Purse; readonly rate: FeeRate },
): Formed {
  const before = new Set(backed.inputs.slice(1).map(({ outpoint }) => outpoint));
  const kept = purse.others.filter(
    ({ outpoint, confirmations }) => before.has(outpoint) && confirmations > 0,
  );
  return formTransaction(wallet, {
    spineSlot: tx.spineSlot,
    forced: [coin, ...kept],
    others: purse.others,
    outputs: backed.outputs,
    groupOf: groupsOf(backed.inputs),
    rate,
  });
}

type BackedPart = Pick<BitcoinTxFields, 'inputs' | 'outputs'>;

/**
 * The part that is still paid. A group that refunds a coin removed by a reorg is left out with all
 * of its coins. Both forms spend the same first input, so no block pays the group without that
 * coin.
 */
function backedPart({ inputs, outputs }: BitcoinTxFields, purse: Purse): BackedPart {
  const gone = new Set(
    inputs
      .slice(1)
      .flatMap(({ outpoint, group }) =>
        group === undefined || isStillOurs(purse, outpoint) ? [] : [group],
      ),
  );
  return {
    inputs: inputs.filter(({ group }) => group === undefined || !gone.has(group)),
    outputs: outputs.filter(({ group }) => !gone.has(group)),
  };
}

function groupsOf(inputs: BitcoinTxFields['inputs']): ReadonlyMap<Outpoint, number> {
  return new Map(
    inputs.flatMap(({ outpoint, group }) => (group === undefined ? [] : [[outpoint, group]])),
  );
}

/** Throws `GAS_EXHAUSTED` when the coins cannot pay for it. */
function dearer(wallet: FloatWallet, formed: Formed): Bump {
  if (formed.ok) return { kind: 'dearer', tx: formed.tx };
  throw new RelayError(
    'GAS_EXHAUSTED',
    { chain: wallet.settings.chain },
    'the confirmed coins do not pay for a replacement',
  );
}

/**
 * A reorg may have removed an added coin. Only the first input decides which forms exclude each
 * other.
 */
function isStillOurs({ others, leaving }: Purse, outpoint: Outpoint): boolean {
  return [...others, ...leaving].some(
    (coin) => coin.outpoint === outpoint && coin.confirmations > 0,
  );
}

function coinAt(
  wallet: FloatWallet,
  { outpoint, units, path }: BitcoinTxFields['inputs'][number],
): OwnCoin {
  const { script, kind } = wallet.account.addressAt(path);
  return { outpoint, units, script, kind, path, confirmations: 1, isChangeOfReplaceable: false };
}
