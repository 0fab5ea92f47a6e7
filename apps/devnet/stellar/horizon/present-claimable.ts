import type { xdr } from '@stellar/stellar-sdk';
import type { ClaimableEntry } from '../ledger/ledger-entries.ts';
import { showStroops } from '../ledger/stroops.ts';
import { isoTime } from './horizon-text.ts';
import type { Paged } from './page.ts';

/** Horizon orders them by the ledger that last changed them, then by id. */
export function claimableToken({ modified, id }: ClaimableEntry): string {
  return `${modified}-${id}`;
}

export function byClaimableToken(a: string, b: string): number {
  const [ledgerA = '', idA = ''] = a.split('-');
  const [ledgerB = '', idB = ''] = b.split('-');
  return Number(ledgerA) - Number(ledgerB) || (idA < idB ? -1 : idA > idB ? 1 : 0);
}

export function presentClaimable(entry: ClaimableEntry, base: string): Paged {
  const self = `${base}/claimable_balances/${entry.id}`;
  const fields = {
    _links: {
      self: { href: self },
      transactions: { href: `${self}/transactions{?cursor,limit,order}`, templated: true },
      operations: { href: `${self}/operations{?cursor,limit,order}`, templated: true },
    },
    id: entry.id,
    asset: entry.asset,
    amount: showStroops(entry.amount),
    sponsor: entry.sponsor,
    last_modified_ledger: entry.modified,
    last_modified_time: isoTime(entry.modifiedAtSec),
    claimants: entry.claimants.map(({ destination, predicate }) => ({
      destination,
      predicate: presentPredicate(predicate),
    })),
    flags: { clawback_enabled: entry.clawback },
    paging_token: claimableToken(entry),
  };
  return fields;
}

export function presentPredicate(predicate: xdr.ClaimPredicate): object {
  switch (predicate.switch().name) {
    case 'claimPredicateUnconditional':
      return { unconditional: true };
    case 'claimPredicateAnd':
      return { and: predicate.andPredicates().map(presentPredicate) };
    case 'claimPredicateOr':
      return { or: predicate.orPredicates().map(presentPredicate) };
    case 'claimPredicateNot': {
      const part = predicate.notPredicate();
      return { not: part ? presentPredicate(part) : {} };
    }
    case 'claimPredicateBeforeAbsoluteTime': {
      const second = predicate.absBefore().toBigInt();
      // Beyond the year 9999 a date does not fit the form; the second is there all the same.
      const date = second < 253_402_300_800n ? { abs_before: isoTime(Number(second)) } : {};
      return { ...date, abs_before_epoch: second.toString() };
    }
    case 'claimPredicateBeforeRelativeTime':
      return { rel_before: predicate.relBefore().toString() };
  }
}
