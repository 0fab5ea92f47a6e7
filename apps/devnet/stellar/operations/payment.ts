import { extractBaseAddress, type Operation, xdr } from '@stellar/stellar-sdk';
import { stroopsOf } from '../ledger/stroops.ts';
import type { LedgerOperation } from './ledger-operation.ts';
import { assetId, give, native, take } from './move-asset.ts';

const { PaymentResult } = xdr;

/** Payment: the destination is credited first, so its refusals precede the source's. */
export function payment(operation: Operation.Payment): LedgerOperation {
  const amount = stroopsOf(operation.amount);
  const asset = assetId(operation.asset);
  const destination = extractBaseAddress(operation.destination);
  return {
    level: 'medium',
    malformed: () => (amount > 0n ? undefined : resultOf(PaymentResult.paymentMalformed())),
    passed: () => resultOf(PaymentResult.paymentSuccess()),
    apply(site) {
      // stellar-core treats a payment of lumens to oneself as done without checking the balance.
      if (asset === native && destination === site.source)
        return resultOf(PaymentResult.paymentSuccess());
      switch (give(site, destination, asset, amount)) {
        case 'no account':
          return resultOf(PaymentResult.paymentNoDestination());
        case 'no trust':
          return resultOf(PaymentResult.paymentNoTrust());
        case 'not authorized':
          return resultOf(PaymentResult.paymentNotAuthorized());
        case 'line full':
          return resultOf(PaymentResult.paymentLineFull());
        case undefined:
      }
      switch (take(site, site.source, asset, amount)) {
        case 'no trust':
          return resultOf(PaymentResult.paymentSrcNoTrust());
        case 'not authorized':
          return resultOf(PaymentResult.paymentSrcNotAuthorized());
        case 'underfunded':
          return resultOf(PaymentResult.paymentUnderfunded());
        case undefined:
          return resultOf(PaymentResult.paymentSuccess());
      }
    },
  };
}

function resultOf(result: xdr.PaymentResult): xdr.OperationResult {
  return xdr.OperationResult.opInner(xdr.OperationResultTr.payment(result));
}
