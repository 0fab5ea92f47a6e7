import { expect } from 'chai';
import { postgresOrSkip, type TestPostgres } from '../support/postgres.ts';
import { fleetRun } from './fleet-run.ts';

describe('two http instances and three workers on one PostgreSQL, one worker of which is stopped', () => {
  let postgres: TestPostgres | undefined;
  before(async function () {
    postgres = await postgresOrSkip(this);
  });
  after(async () => postgres?.stop());

  it('end every one of 30 routes once, though it goes on when all are over', async () => {
    if (postgres === undefined) throw new Error('PostgreSQL is not there');

    const {
      orphans,
      slowestRetakenMs: _slowest,
      tookMs: _tookMs,
      ...facts
    } = await fleetRun(
      { transfers: 30, httpInstances: 2, workers: 3, fate: 'frozen', seed: 1 },
      postgres,
    );

    expect(facts).to.deep.equal({
      accepted: 30,
      batches: 0,
      ends: { DONE: 30 },
      lost: [],
      duplicates: [],
      wrong: [],
      gaps: [],
    });
    // None, were its open transaction to hold the others up for longer than its lease.
    expect(orphans).to.be.at.least(1);
  });
});
