import {
  selectCoins,
  type SelectionOutcome,
  type SelectionRequest,
} from '../coins/select-coins.ts';
import type { ScriptHex } from '../coins/output-script.ts';
import type { FeeRate } from '../fees/fee-rate.ts';
import type { OwnCoin, SignedBitcoinTransaction } from './sign-transaction.ts';

export interface Replacement {
  readonly replaced: SignedBitcoinTransaction;
  /** Same: all its targets. No-op: nobody, the slot is used up by paying ourselves. */
  readonly form: 'same' | 'no-op';
  /** Above the replaced one's rate: see `bumpedFeeRate`. */
  readonly rate: FeeRate;
  /** What nodes ask for relaying the new bytes: `BitcoinNode.relayRates`. */
  readonly incrementalRate: FeeRate;
  /** Fees of its descendants in the mempool, which go with it; 0 where we have spent no change. */
  readonly descendantFees?: bigint;
  readonly changeScript: ScriptHex;
  /** Coins that may be added. The caller leaves out those promised elsewhere. */
  readonly coins: readonly OwnCoin[];
}

/**
 * Chooses the inputs of a replacement that nodes accept (BIP-125): every input again in the old
 * order, so the slot stays first; a fee above the old one by the incremental rate for its own size;
 * added coins are confirmed ones (rule 2). The selection's targets are all the old ones or none.
 */
export function replaceTransaction({
  replaced,
  form,
  rate,
  incrementalRate,
  descendantFees = 0n,
  changeScript,
  coins,
}: Replacement): SelectionOutcome<OwnCoin> {
  const request: SelectionRequest<OwnCoin> = {
    coins,
    targets: form === 'same' ? replaced.targets : [],
    rate,
    changeScript,
    forced: replaced.inputs,
    outbids: { feeUnits: replaced.feeUnits + descendantFees, incrementalRate },
  };
  return selectCoins(request);
}
