import type { Refusal } from '@interline/plugins';
import type { BuiltCheck, BuiltSubject } from './built-subject.ts';
import { callIsPaidFor } from './call-is-paid-for.ts';
import { contractsAreKnown } from './contracts-are-known.ts';
import { partiesAreForeign } from './parties-are-foreign.ts';
import { saysWhatWasAsked } from './says-what-was-asked.ts';
import { stillStands } from './still-stands.ts';
import { transferIsExact } from './transfer-is-exact.ts';
import { valueIsBounded } from './value-is-bounded.ts';

const checks: readonly BuiltCheck[] = [
  stillStands,
  callIsPaidFor,
  partiesAreForeign,
  contractsAreKnown,
  transferIsExact,
  saysWhatWasAsked,
  valueIsBounded,
];

/** The first thing wrong with a transaction we are to sign; null where nothing is. */
export function checkBuilt(subject: BuiltSubject): Refusal | null {
  for (const check of checks) {
    const refusal = check(subject);
    if (refusal !== null) return refusal;
  }
  return null;
}
