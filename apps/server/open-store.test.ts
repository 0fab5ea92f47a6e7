import { expect } from 'chai';
import { notOpened } from './open-store.ts';

describe('a PostgreSQL that cannot be opened', () => {
  it("is reported by its code and what to do, never by the driver's words", () => {
    const said = (code?: string): string =>
      notOpened(
        Object.assign(
          new Error('postgres://user:hush@db.example'),
          code === undefined ? {} : { code },
        ),
      ).message;

    expect(said('28P01')).to.equal(
      "the store's PostgreSQL cannot be opened (28P01); user or password are wrong",
    );
    expect(said('ECONNREFUSED')).to.equal(
      "the store's PostgreSQL cannot be opened (ECONNREFUSED); nothing listens there: start it, or correct host and port",
    );
    expect([said('XX000'), said()]).to.deep.equal([
      "the store's PostgreSQL cannot be opened (XX000); check its URL and that it is up",
      "the store's PostgreSQL cannot be opened; check its URL and that it is up",
    ]);
  });
});
