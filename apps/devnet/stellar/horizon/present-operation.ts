import {
  Asset,
  decodeAddressToMuxedAccount,
  extractBaseAddress,
  type Operation,
} from '@stellar/stellar-sdk';
import type { RecordedOperation, RecordedTransaction } from '../ledger/closed-ledger.ts';
import { assetId } from '../operations/move-asset.ts';
import { isoTime } from './horizon-text.ts';
import type { Paged } from './page.ts';
import { assetFields } from './present-asset.ts';
import { presentPredicate } from './present-claimable.ts';

/** The protocol's numbers of the operations that can be in a ledger here. */
const typeNumbers: Partial<Record<Operation['type'], number>> = {
  createAccount: 0,
  payment: 1,
  setOptions: 5,
  changeTrust: 6,
  accountMerge: 8,
  manageData: 10,
  bumpSequence: 11,
  createClaimableBalance: 14,
  claimClaimableBalance: 15,
  setTrustLineFlags: 21,
};

/** An operation as Horizon shows it. */
export function presentOperation(
  { id, operation, source }: RecordedOperation,
  transaction: RecordedTransaction,
  base: string,
): Paged {
  const { hash } = transaction.envelope;
  const type = operation.type.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const fields = {
    _links: {
      self: { href: `${base}/operations/${id}` },
      transaction: { href: `${base}/transactions/${hash}` },
      effects: { href: `${base}/operations/${id}/effects` },
      succeeds: { href: `${base}/effects?order=desc&cursor=${id}` },
      precedes: { href: `${base}/effects?order=asc&cursor=${id}` },
    },
    id: id.toString(),
    paging_token: id.toString(),
    transaction_successful: transaction.successful,
    source_account: source,
    type,
    type_i: typeNumbers[operation.type] ?? -1,
    created_at: isoTime(transaction.closeTimeSec),
    transaction_hash: hash,
    ...ownFields(operation, source),
  };
  return fields;
}

/** Accounts whose lists an operation is in: its source and those it names. */
export function participantsOf({ operation, source }: RecordedOperation): string[] {
  if (operation.type === 'createClaimableBalance')
    return [source, ...operation.claimants.map(({ destination }) => destination)];
  if (operation.type === 'setTrustLineFlags') return [source, operation.trustor];
  return 'destination' in operation
    ? [source, extractBaseAddress(operation.destination)]
    : [source];
}

/** What Horizon lists under payments. */
export function isPayment({ operation }: RecordedOperation): boolean {
  return ['createAccount', 'payment', 'accountMerge'].includes(operation.type);
}

function ownFields(operation: Operation, source: string): object {
  switch (operation.type) {
    case 'createAccount':
      return {
        account: operation.destination,
        funder: source,
        starting_balance: operation.startingBalance,
      };
    case 'payment':
      return {
        ...assetFields(assetId(operation.asset)),
        from: source,
        ...addressed('to', operation.destination),
        amount: operation.amount,
      };
    case 'accountMerge':
      return { account: source, ...addressed('into', operation.destination) };
    case 'changeTrust':
      return operation.line instanceof Asset
        ? {
            ...assetFields(assetId(operation.line)),
            limit: operation.limit,
            trustee: operation.line.getIssuer(),
            trustor: source,
          }
        : {};
    case 'manageData':
      return { name: operation.name, value: operation.value?.toString('base64') ?? '' };
    case 'bumpSequence':
      return { bump_to: operation.bumpTo };
    case 'createClaimableBalance':
      return {
        asset: assetId(operation.asset),
        amount: operation.amount,
        claimants: operation.claimants.map(({ destination, predicate }) => ({
          destination,
          predicate: presentPredicate(predicate),
        })),
      };
    case 'claimClaimableBalance':
      return { balance_id: operation.balanceId, claimant: source };
    case 'setTrustLineFlags':
      return { ...assetFields(assetId(operation.asset)), trustor: operation.trustor };
    case 'setOptions':
      return {
        home_domain: operation.homeDomain,
        master_key_weight: operation.masterWeight,
        low_threshold: operation.lowThreshold,
        med_threshold: operation.medThreshold,
        high_threshold: operation.highThreshold,
      };
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
      return {}; // None of these gets into a ledger here.
  }
}

/** An address under its G form and, when it is muxed, its M form and id beside it. */
function addressed(name: string, address: string): Record<string, string> {
  const plain = extractBaseAddress(address);
  if (plain === address) return { [name]: plain };
  const id = decodeAddressToMuxedAccount(address, true).med25519().id().toString();
  return { [name]: plain, [`${name}_muxed`]: address, [`${name}_muxed_id`]: id };
}
