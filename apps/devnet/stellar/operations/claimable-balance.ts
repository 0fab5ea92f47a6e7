import { type Operation, xdr } from '@stellar/stellar-sdk';
import { accountFlags, lineFlags } from '../ledger/ledger-entries.ts';
import { baseReserve, spendableOf } from '../ledger/reserves.ts';
import { stroopsOf } from '../ledger/stroops.ts';
import { absolutePredicate, holds, isSound } from './claim-predicate.ts';
import type { LedgerOperation, OperationSite } from './ledger-operation.ts';
import { assetId, give, issuerOf, native, take } from './move-asset.ts';

const { CreateClaimableBalanceResult, ClaimClaimableBalanceResult } = xdr;

/** CreateClaimableBalance: its source sets the amount aside, and one base reserve per claimant. */
export function createClaimableBalance(
  operation: Operation.CreateClaimableBalance,
): LedgerOperation {
  const amount = stroopsOf(operation.amount);
  const asset = assetId(operation.asset);
  const { claimants } = operation;
  return {
    level: 'medium',
    malformed() {
      const named = new Set(claimants.map(({ destination }) => destination));
      const sound =
        amount > 0n &&
        claimants.length > 0 &&
        named.size === claimants.length &&
        claimants.every(({ predicate }) => isSound(predicate));
      return sound
        ? undefined
        : created(CreateClaimableBalanceResult.createClaimableBalanceMalformed());
    },
    passed() {
      const none = xdr.ClaimableBalanceId.claimableBalanceIdTypeV0(Buffer.alloc(32));
      return created(CreateClaimableBalanceResult.createClaimableBalanceSuccess(none));
    },
    apply(site) {
      const { state, source, sequence, closeTimeSec, claimableId } = site;
      switch (take(site, source, asset, amount)) {
        case 'no trust':
          return created(CreateClaimableBalanceResult.createClaimableBalanceNoTrust());
        case 'not authorized':
          return created(CreateClaimableBalanceResult.createClaimableBalanceNotAuthorized());
        case 'underfunded':
          return created(CreateClaimableBalanceResult.createClaimableBalanceUnderfunded());
        case undefined:
      }
      const account = state.account(source);
      if (account === undefined || spendableOf(account) < baseReserve * BigInt(claimants.length))
        return created(CreateClaimableBalanceResult.createClaimableBalanceLowReserve());
      state.put({
        ...account,
        sponsoring: account.sponsoring + claimants.length,
        modified: sequence,
        modifiedAtSec: closeTimeSec,
      });
      state.put({
        kind: 'claimable',
        id: claimableId,
        asset,
        amount,
        sponsor: source,
        claimants: claimants.map(({ destination, predicate }) => ({
          destination,
          predicate: absolutePredicate(predicate, closeTimeSec),
        })),
        clawback: canBeClawedBack(site, asset),
        modified: sequence,
        modifiedAtSec: closeTimeSec,
      });
      const id = xdr.ClaimableBalanceId.fromXDR(claimableId, 'hex');
      return created(CreateClaimableBalanceResult.createClaimableBalanceSuccess(id));
    },
  };
}

/** ClaimClaimableBalance: the whole of it, by a claimant whose predicate holds at the close. */
export function claimClaimableBalance({
  balanceId,
}: Operation.ClaimClaimableBalance): LedgerOperation {
  return {
    level: 'low',
    malformed: () => undefined,
    passed: () => claimed(ClaimClaimableBalanceResult.claimClaimableBalanceSuccess()),
    apply(site) {
      const { state, source, sequence, closeTimeSec } = site;
      const entry = state.claimable(balanceId);
      if (entry === undefined)
        return claimed(ClaimClaimableBalanceResult.claimClaimableBalanceDoesNotExist());
      const claimant = entry.claimants.find(({ destination }) => destination === source);
      if (claimant === undefined || !holds(claimant.predicate, closeTimeSec))
        return claimed(ClaimClaimableBalanceResult.claimClaimableBalanceCannotClaim());
      switch (give(site, source, entry.asset, entry.amount)) {
        case 'no account':
        case 'no trust':
          return claimed(ClaimClaimableBalanceResult.claimClaimableBalanceNoTrust());
        case 'not authorized':
          return claimed(ClaimClaimableBalanceResult.claimClaimableBalanceNotAuthorized());
        case 'line full':
          return claimed(ClaimClaimableBalanceResult.claimClaimableBalanceLineFull());
        case undefined:
      }
      const sponsor = state.account(entry.sponsor);
      if (sponsor !== undefined) {
        state.put({
          ...sponsor,
          sponsoring: sponsor.sponsoring - entry.claimants.length,
          modified: sequence,
          modifiedAtSec: closeTimeSec,
        });
      }
      state.remove(entry);
      return claimed(ClaimClaimableBalanceResult.claimClaimableBalanceSuccess());
    },
  };
}

function canBeClawedBack({ state, source }: OperationSite, asset: string): boolean {
  if (asset === native) return false;
  if (issuerOf(asset) === source)
    return ((state.account(source)?.flags ?? 0) & accountFlags.clawback) !== 0;
  return ((state.trustLine(source, asset)?.flags ?? 0) & lineFlags.clawback) !== 0;
}

function created(result: xdr.CreateClaimableBalanceResult): xdr.OperationResult {
  return xdr.OperationResult.opInner(xdr.OperationResultTr.createClaimableBalance(result));
}

function claimed(result: xdr.ClaimClaimableBalanceResult): xdr.OperationResult {
  return xdr.OperationResult.opInner(xdr.OperationResultTr.claimClaimableBalance(result));
}
