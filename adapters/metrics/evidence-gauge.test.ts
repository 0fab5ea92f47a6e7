import { expect } from 'chai';
import { watchEvidence } from './evidence-gauge.ts';
import { openMeters } from './meters.ts';

describe('the gauge of the log of receipts', () => {
  it('shows for how long the oldest receipt waits that no published checkpoint has', async () => {
    const told: number[] = [];
    for (const [size, sinceMs] of [
      [null, null],
      [null, 40_000],
      [8, 99_500],
      // The clock was set back since.
      [8, 160_000],
    ] as const) {
      const meters = openMeters();
      watchEvidence(meters, {
        clock: { now: () => 100_000 },
        reader: {
          evidence: {
            head: async () =>
              size === null ? null : { name: 'published', path: 'receipts', size, note: '' },
            oldestUnlogged: async (from) => (from === (size ?? 0) ? sinceMs : null),
          },
        },
      });
      const metric = meters.registry.getSingleMetric('interline_receipt_log_behind_seconds');
      const { values } = (await metric?.get()) ?? { values: [] };
      told.push(...values.map(({ value }) => value));
    }

    expect(told).to.deep.equal([0, 60, 0.5, 0]);
  });
});
