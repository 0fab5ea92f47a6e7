import { columns } from '../load/columns.ts';
import { type GasRow, rowOf } from './gas-row.ts';
import type { GasVerdict } from './gas-verdict.ts';

/** What a person reads. */
export function gasTable(
  rows: readonly GasRow[],
  { overheadFirst, overheadSecond, savedBySecond, addedByEmptyRecipient, batched }: GasVerdict,
): string {
  const bare = rowOf(rows, 'bare-first').seen;
  return [
    "Gas by the chain's receipts, USDC of the devnet; every recipient holds a balance before unless said otherwise; of a batch each one's part",
    columns([
      ['what', 'sent by', 'gas', 'beside a bare Permit2 pull', 'without calldata', 'beside'],
      ...rows.map(({ what, sentBy, seen }) => [
        what,
        sentBy,
        withCommas(seen.gasUsed),
        difference(seen.gasUsed - bare.gasUsed),
        withCommas(seen.execution),
        difference(seen.execution - bare.execution),
      ]),
    ]),
    [
      `over a bare pull: ${difference(overheadFirst)} (first), ${difference(overheadSecond)} (second), calldata apart; wanted 0`,
      `a payer's second pull saves ${withCommas(savedBySecond)}; wanted 17,100`,
      `a recipient without a balance adds ${withCommas(addedByEmptyRecipient)} to a payout`,
      ...batched.map(
        ({ what, gas, wantedAtMost }) =>
          `${what}: ${withCommas(gas)}; wanted ${withCommas(wantedAtMost)} at most: ${gas <= wantedAtMost ? 'met' : 'NOT met'}`,
      ),
    ].join('\n'),
  ].join('\n\n');
}

function withCommas(gas: number): string {
  return gas.toLocaleString('en-US');
}

function difference(gas: number): string {
  return `${gas > 0 ? '+' : ''}${withCommas(gas)}`;
}
