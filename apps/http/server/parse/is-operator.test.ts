import { expect } from 'chai';
import { isOperator } from './is-operator.ts';

const token = 'operator-credential-0001';

describe('the operator', () => {
  it('is who presents the configured credential', () => {
    expect(isOperator({ authorization: `Bearer ${token}` }, token)).to.equal(true);
    expect(isOperator({ authorization: `bearer  ${token}` }, token)).to.equal(true);
  });

  it('is not recognized by another credential, a part of it, another scheme or none', () => {
    for (const authorization of [
      `Bearer ${token}x`,
      `Bearer ${token.slice(0, -1)}`,
      `Basic ${token}`,
      token,
      'Bearer ',
      `Bearer ${token} x`,
      '',
    ]) {
      expect(isOperator({ authorization }, token), authorization).to.equal(false);
    }
    expect(isOperator({}, token)).to.equal(false);
  });

  it('is never recognized where no credential is configured', () => {
    expect(isOperator({ authorization: 'Bearer null' }, null)).to.equal(false);
  });
});
