import { stages } from '@interline/core/transfer';
import { expect } from 'chai';
import { knownMigrations } from './known-migrations.ts';

describe('what a release stores', () => {
  it('is numbered upwards, so that the newest number shows an older process that it is one', () => {
    const numbers = knownMigrations.map((name) => Number(name.slice(-13)));

    expect(numbers).to.deep.equal(numbers.toSorted((a, b) => a - b));
    expect(new Set(numbers).size).to.equal(numbers.length);
  });

  it('has a migration for a new stage, be it an empty one: an older worker would misread the route', () => {
    const known = [
      'RECEIVING',
      'SENDING',
      'VERIFYING',
      'DELIVERED',
      'REFUNDING',
      'REFUND_HELD',
      'REFUNDED',
      'WRITTEN_OFF',
      'DELIVERED_UNSEEN',
      'NOT_PULLED',
      'DELIVERED_BELOW_MIN',
      'DELIVERED_OTHER_TOKEN',
      'OVERDUE',
      'QUARANTINED',
      'AWAITING_DEPOSIT',
      'FUNDS_REQUIRED',
      'CONFIRMING',
      'DEPOSIT_REORGED',
      'DEPOSIT_EXPIRED',
    ];

    // A word that is missing here needs a migration before it is added.
    expect(Object.values(stages)).to.deep.equal(known);
  });
});
