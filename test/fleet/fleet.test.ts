import { expect } from 'chai';
import { postgresOrSkip, type TestPostgres } from '../support/postgres.ts';
import { fleetRun } from './fleet-run.ts';
import { retakenWithinMs } from './retaken-after.ts';

describe('two http instances and three workers on one PostgreSQL', () => {
  let postgres: TestPostgres | undefined;
  before(async function () {
    postgres = await postgresOrSkip(this);
  });
  after(async () => postgres?.stop());

  it('end every one of 30 routes once, though a worker is killed in the middle of them', async () => {
    if (postgres === undefined) throw new Error('PostgreSQL is not there');

    const {
      orphans,
      slowestRetakenMs,
      tookMs: _tookMs,
      ...facts
    } = await fleetRun({ transfers: 30, httpInstances: 2, workers: 3, seed: 1 }, postgres);

    expect(facts).to.deep.equal({
      accepted: 30,
      batches: 0,
      ends: { DONE: 30 },
      lost: [],
      duplicates: [],
      wrong: [],
      gaps: [],
    });
    expect(orphans).to.be.at.least(1);
    expect(slowestRetakenMs).to.be.at.most(retakenWithinMs);
  });
});
