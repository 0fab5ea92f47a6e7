import { xdr } from '@stellar/stellar-sdk';
import { largestAmount } from '../ledger/ledger-entries.ts';

/** The deepest nesting stellar-core takes. */
const deepest = 4;

/** Whether a predicate is one the network takes: complete, no deeper than four, no time below 0. */
export function isSound(predicate: xdr.ClaimPredicate, depth = 1): boolean {
  if (depth > deepest) return false;
  switch (predicate.switch().name) {
    case 'claimPredicateUnconditional':
      return true;
    case 'claimPredicateAnd':
    case 'claimPredicateOr': {
      const parts = partsOf(predicate);
      return parts.length === 2 && parts.every((part) => isSound(part, depth + 1));
    }
    case 'claimPredicateNot': {
      const part = predicate.notPredicate();
      return part !== null && part !== undefined && isSound(part, depth + 1);
    }
    case 'claimPredicateBeforeAbsoluteTime':
      return predicate.absBefore().toBigInt() >= 0n;
    case 'claimPredicateBeforeRelativeTime':
      return predicate.relBefore().toBigInt() >= 0n;
  }
}

/** A predicate as the ledger keeps it: times counted from the close of its ledger become dates. */
export function absolutePredicate(
  predicate: xdr.ClaimPredicate,
  closeTimeSec: number,
): xdr.ClaimPredicate {
  const kept = (part: xdr.ClaimPredicate): xdr.ClaimPredicate =>
    absolutePredicate(part, closeTimeSec);
  switch (predicate.switch().name) {
    case 'claimPredicateAnd':
      return xdr.ClaimPredicate.claimPredicateAnd(partsOf(predicate).map(kept));
    case 'claimPredicateOr':
      return xdr.ClaimPredicate.claimPredicateOr(partsOf(predicate).map(kept));
    case 'claimPredicateNot': {
      const part = predicate.notPredicate();
      return part ? xdr.ClaimPredicate.claimPredicateNot(kept(part)) : predicate;
    }
    case 'claimPredicateBeforeRelativeTime': {
      const until = predicate.relBefore().toBigInt() + BigInt(closeTimeSec);
      const capped = until > largestAmount ? largestAmount : until;
      return xdr.ClaimPredicate.claimPredicateBeforeAbsoluteTime(
        xdr.Int64.fromString(capped.toString()),
      );
    }
    case 'claimPredicateUnconditional':
    case 'claimPredicateBeforeAbsoluteTime':
      return predicate;
  }
}

/** Whether a kept predicate holds in a ledger that closes at that time. */
export function holds(predicate: xdr.ClaimPredicate, closeTimeSec: number): boolean {
  switch (predicate.switch().name) {
    case 'claimPredicateUnconditional':
      return true;
    case 'claimPredicateAnd':
      return partsOf(predicate).every((part) => holds(part, closeTimeSec));
    case 'claimPredicateOr':
      return partsOf(predicate).some((part) => holds(part, closeTimeSec));
    case 'claimPredicateNot': {
      const part = predicate.notPredicate();
      return part ? !holds(part, closeTimeSec) : false;
    }
    case 'claimPredicateBeforeAbsoluteTime':
      return BigInt(closeTimeSec) < predicate.absBefore().toBigInt();
    case 'claimPredicateBeforeRelativeTime':
      return false; // None is kept: absolutePredicate turns each into a date.
  }
}

function partsOf(predicate: xdr.ClaimPredicate): xdr.ClaimPredicate[] {
  return predicate.switch().name === 'claimPredicateAnd'
    ? predicate.andPredicates()
    : predicate.orPredicates();
}
