import { xdr } from '@stellar/stellar-sdk';
import type { SignedEnvelope } from './signed-envelope.ts';

type Reason =
  | 'txTooEarly'
  | 'txTooLate'
  | 'txMissingOperation'
  | 'txBadSeq'
  | 'txBadAuth'
  | 'txInsufficientBalance'
  | 'txNoAccount'
  | 'txInsufficientFee'
  | 'txBadAuthExtra'
  | 'txNotSupported'
  | 'txBadMinSeqAgeOrGap';

/** How a transaction went; `outer` is a fault of the fee bump itself. */
export type TransactionOutcome =
  | { at: 'inner'; code: 'txSuccess' | 'txFailed'; operations: readonly xdr.OperationResult[] }
  | { at: 'inner' | 'outer'; code: Reason };

/** The outcome as the network's XDR, with the fee in stroops that was charged. */
export function transactionResult(
  envelope: SignedEnvelope,
  outcome: TransactionOutcome,
  feeCharged: bigint,
): xdr.TransactionResult {
  return new xdr.TransactionResult({
    feeCharged: xdr.Int64.fromString(feeCharged.toString()),
    result:
      envelope.feeBump === undefined || outcome.at === 'outer'
        ? plainResult(outcome)
        : feeBumpResult(envelope, outcome),
    ext: xdr.TransactionResultExt.fromXDR(Buffer.alloc(4)),
  });
}

function plainResult(outcome: TransactionOutcome): xdr.TransactionResultResult {
  return 'operations' in outcome
    ? xdr.TransactionResultResult[outcome.code]([...outcome.operations])
    : xdr.TransactionResultResult[outcome.code]();
}

function feeBumpResult(
  { inner }: SignedEnvelope,
  outcome: TransactionOutcome,
): xdr.TransactionResultResult {
  const pair = new xdr.InnerTransactionResultPair({
    transactionHash: inner.hash(),
    result: new xdr.InnerTransactionResult({
      // The protocol charges the whole fee to the fee bump.
      feeCharged: xdr.Int64.fromString('0'),
      result:
        'operations' in outcome
          ? xdr.InnerTransactionResultResult[outcome.code]([...outcome.operations])
          : xdr.InnerTransactionResultResult[outcome.code](),
      ext: xdr.InnerTransactionResultExt.fromXDR(Buffer.alloc(4)),
    }),
  });
  return outcome.code === 'txSuccess'
    ? xdr.TransactionResultResult.txFeeBumpInnerSuccess(pair)
    : xdr.TransactionResultResult.txFeeBumpInnerFailed(pair);
}
