import { expect } from 'chai';
import type { ErrorCode } from './error-catalogue.ts';
import { faultInLog, isRelayError, RelayError } from './error.ts';

describe('a relay error', () => {
  it("says its code's summary unless it knows better", () => {
    expect(new RelayError('STORE_DOWN')).to.deep.include({
      code: 'STORE_DOWN',
      details: {},
      message: 'The service cannot record anything now, so it does nothing.',
    });
    expect(new RelayError('NO_ROUTE', { needs: ['amount'] }, 'no way')).to.deep.include({
      code: 'NO_ROUTE',
      details: { needs: ['amount'] },
      message: 'no way',
    });
  });

  it('keeps its cause', () => {
    const cause = new Error('socket closed');

    const error = new RelayError('RAIL_FAULT', { rail: 'stellar', step: 'submit' }, undefined, {
      cause,
    });

    expect(error.cause).to.equal(cause);
    expect(error.message).to.equal('A rail failed to answer properly.');
    expect(String(error)).to.equal('RelayError: A rail failed to answer properly.');
  });

  it("is known by name and code, so that a plugin's copy of the class counts", () => {
    class ForeignError extends Error {
      override readonly name = 'RelayError';
      readonly code: string;
      constructor(code: string) {
        super('from a second copy');
        this.code = code;
      }
    }

    expect(isRelayError(new RelayError('NO_ROUTE'))).to.equal(true);
    expect(isRelayError(new ForeignError('NO_ROUTE' satisfies ErrorCode))).to.equal(true);
    expect(isRelayError(new ForeignError('MADE_UP'))).to.equal(false);
    expect(isRelayError(new ForeignError('toString'))).to.equal(false);
  });

  it('is nothing else that was thrown', () => {
    for (const thrown of [
      new Error('NO_ROUTE'),
      new RangeError(),
      { name: 'RelayError', code: 'NO_ROUTE' },
      'NO_ROUTE',
      null,
      undefined,
    ]) {
      expect(isRelayError(thrown)).to.equal(false);
    }
  });

  it('is logged in our own words, and a foreign error by its name alone', () => {
    const ours = new RelayError('CHAIN_UNREACHABLE', {}, 'Core cannot load the wallet "watch"', {
      cause: new Error('https://user:secret@node'),
    });

    expect(
      [ours, new RangeError('https://user:secret@node'), 'thrown'].map(faultInLog),
    ).to.deep.equal([
      { code: 'CHAIN_UNREACHABLE', reason: 'Core cannot load the wallet "watch"' },
      { code: 'INTERNAL', fault: 'RangeError' },
      { code: 'INTERNAL', fault: 'unknown' },
    ]);
  });
});
