import type { Operation } from '@stellar/stellar-sdk';
import { accountMerge } from './account-merge.ts';
import { bumpSequence } from './bump-sequence.ts';
import { changeTrust } from './change-trust.ts';
import { claimClaimableBalance, createClaimableBalance } from './claimable-balance.ts';
import { createAccount } from './create-account.ts';
import type { LedgerOperation } from './ledger-operation.ts';
import { manageData } from './manage-data.ts';
import { payment } from './payment.ts';
import { setOptions } from './set-options.ts';
import { setTrustLineFlags } from './set-trust-line-flags.ts';

/** What the ledger does for an operation; undefined for one it refuses as opNOT_SUPPORTED. */
export function supportedOperation(operation: Operation): LedgerOperation | undefined {
  switch (operation.type) {
    case 'createAccount':
      return createAccount(operation);
    case 'payment':
      return payment(operation);
    case 'setOptions':
      return setOptions(operation);
    case 'changeTrust':
      return changeTrust(operation);
    case 'setTrustLineFlags':
      return setTrustLineFlags(operation);
    case 'accountMerge':
      return accountMerge(operation);
    case 'manageData':
      return manageData(operation);
    case 'bumpSequence':
      return bumpSequence(operation);
    case 'createClaimableBalance':
      return createClaimableBalance(operation);
    case 'claimClaimableBalance':
      return claimClaimableBalance(operation);
    case 'allowTrust':
    case 'beginSponsoringFutureReserves':
    case 'clawback':
    case 'clawbackClaimableBalance':
    case 'createPassiveSellOffer':
    case 'endSponsoringFutureReserves':
    case 'extendFootprintTtl':
    case 'inflation':
    case 'invokeHostFunction':
    case 'liquidityPoolDeposit':
    case 'liquidityPoolWithdraw':
    case 'manageBuyOffer':
    case 'manageSellOffer':
    case 'pathPaymentStrictReceive':
    case 'pathPaymentStrictSend':
    case 'restoreFootprint':
    case 'revokeSponsorship':
      return undefined;
  }
}
