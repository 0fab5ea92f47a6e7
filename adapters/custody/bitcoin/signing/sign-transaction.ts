import type { Coin, Selection, Target } from '../coins/select-coins.ts';
import { Psbt } from '../curve.ts';
import type { HdAccount } from '../keys/hd-account.ts';
import { transactionVersion } from '../coins/transaction-weight.ts';
import { networkFacts } from '../network.ts';
import { type Outpoint, partsOf } from '../outpoint.ts';

/** A coin with the derivation path of its key. */
export interface OwnCoin extends Coin {
  readonly path: string;
}

/** Complete, replayable bytes, and what they pay. */
export interface SignedBitcoinTransaction {
  readonly raw: string;
  /** In display order. */
  readonly txid: string;
  /** The witness txid, which distinguishes forms with the same txid. */
  readonly wtxid: string;
  /** The first input. Every replacement spends it again, so at most one form confirms. */
  readonly slot: Outpoint;
  readonly inputs: readonly OwnCoin[];
  readonly targets: readonly Target[];
  /** The output after the targets. */
  readonly change: Target | null;
  readonly feeUnits: bigint;
  readonly vsize: number;
}

/** BIP-125: an input below 0xfffffffe makes its transaction replaceable. */
const replaceableSequence = 0xffff_fffd;

/** Builds the PSBT of a selection, with the change after the targets, and signs every input. */
export function signTransaction(
  account: HdAccount,
  { inputs, targets, change, feeUnits }: Selection<OwnCoin>,
): SignedBitcoinTransaction {
  const [first] = inputs;
  if (first === undefined) throw new RangeError('a transaction needs an input');
  const outputs = change === null ? targets : [...targets, change];
  const psbt = new Psbt({ network: networkFacts[account.network].library });
  psbt.setVersion(transactionVersion);
  for (const { outpoint, script, units } of inputs) {
    const { txid, vout } = partsOf(outpoint);
    const witnessUtxo = { script: Buffer.from(script, 'hex'), value: units };
    psbt.addInput({ hash: txid, index: vout, sequence: replaceableSequence, witnessUtxo });
  }
  for (const { script, units } of outputs)
    psbt.addOutput({ script: Buffer.from(script, 'hex'), value: units });
  inputs.forEach(({ path }, index) => {
    account.signInput(psbt, index, path);
  });

  psbt.finalizeAllInputs();
  const paid = psbt.getFee();
  if (paid !== feeUnits)
    throw new Error(`the transaction would pay ${paid} sats of fee instead of ${feeUnits}`);
  // The library's own fee-rate ceiling is disabled, because the service has its own cap.
  const transaction = psbt.extractTransaction(true);
  return {
    raw: transaction.toHex(),
    txid: transaction.getId(),
    wtxid: Buffer.from(transaction.getHash(true)).reverse().toString('hex'),
    slot: first.outpoint,
    inputs,
    targets,
    change,
    feeUnits,
    vsize: transaction.virtualSize(),
  };
}
