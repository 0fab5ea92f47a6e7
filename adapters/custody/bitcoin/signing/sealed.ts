import { RelayError, type SignedTransaction } from '@interline/kernel';
import type { FormContent, Prepared } from '@interline/ports';
import type { FloatWallet } from '../float-wallet.ts';
import { bitcoinTx } from '../bitcoin-tx-fields.ts';
import { signTransaction } from './sign-transaction.ts';

/**
 * Signs immediately, without network access. Throws if the slot differs from the one it was
 * prepared for.
 */
export function sealed(
  wallet: FloatWallet,
  content: FormContent,
  prepared: Pick<Prepared, 'chain' | 'tx'>,
  { slot, nowMs }: { readonly slot: number; readonly nowMs: number },
): SignedTransaction {
  const tx = bitcoinTx(prepared.tx);
  const { chain } = prepared;
  if (tx.spineSlot !== slot)
    throw new RelayError(
      'CHAIN_UNREACHABLE',
      { chain },
      `the chain shows slot ${tx.spineSlot} of the account as the next one, the store ${slot}`,
    );
  const { spine, account } = wallet;
  const signed = signTransaction(account, {
    inputs: tx.inputs.map(({ outpoint, units, path }) => {
      const { script, kind } = account.addressAt(path);
      return {
        outpoint,
        units,
        path,
        script,
        kind,
        confirmations: 1,
        isChangeOfReplaceable: false,
      };
    }),
    targets: tx.outputs.map(({ to, units }) => {
      const script = wallet.scriptOf(to);
      if (script === null) throw new TypeError('an output goes to no address of this network');
      return { script, units };
    }),
    change: { script: spine.script, units: tx.change },
    feeUnits: tx.fee,
    weight: 0,
    vsize: 0,
  });
  return {
    hash: signed.txid,
    transactionId: content.transactionId,
    movements: content.movements,
    chain,
    account: wallet.accountAddress,
    slot,
    raw: signed.raw,
    tx,
    committedAtMs: nowMs,
  };
}
