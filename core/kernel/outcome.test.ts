import { expect } from 'chai';
import { answer, refuse } from './outcome.ts';

describe("a rail's outcome", () => {
  it('is a value, or a code with a reason', () => {
    expect(answer(1n)).to.deep.equal({ ok: true, value: 1n });
    expect(refuse('BELOW_AGREED_OUTPUT', 'output 99920 is below the agreed 99999')).to.deep.equal({
      ok: false,
      code: 'BELOW_AGREED_OUTPUT',
      reason: 'output 99920 is below the agreed 99999',
    });
  });
});
