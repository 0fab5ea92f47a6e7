import { expect } from 'chai';
import { isProxyRange } from './is-proxy-range.ts';

describe('the range of a proxy', () => {
  it('is an address, or a part of the addresses of its kind', () => {
    for (const range of [
      '10.0.0.1',
      '10.0.0.0/8',
      '192.0.2.7/32',
      '128.0.0.0/1',
      '::1',
      'fd00::/8',
      '2001:db8::/128',
    ])
      expect(isProxyRange(range), range).to.equal(true);
  });

  it('is not open to all, not a name, and not longer than an address', () => {
    for (const range of [
      '0.0.0.0/0',
      '::/0',
      '10.0.0.0/33',
      'fd00::/129',
      '10.0.0.0/',
      '10.0.0.0/08',
      '10.0.0.0/8/8',
      '10.0.0/8',
      'proxy.example',
      '',
      '*',
    ])
      expect(isProxyRange(range), range).to.equal(false);
  });
});
