import { expect } from 'chai';
import { networkOf } from './network-of.ts';

describe('the key that a sender is counted by', () => {
  it('is an IPv4 address, also if written as IPv6', () => {
    for (const address of ['203.0.113.7', '::ffff:203.0.113.7', '::ffff:cb00:7107'])
      expect(networkOf(address), address).to.equal('203.0.113.7');
  });

  it('is the /56 of an IPv6 address, and not its neighbours', () => {
    const seen = [
      '2001:db8:1:feff:ffff::1',
      '2001:db8:1:ff00::1',
      '2001:0DB8:1:ffff:1:2:3:4',
      'fe80::1%eth0',
      '::1',
      '::',
      '1::',
    ].map(networkOf);

    expect(seen).to.deep.equal([
      '2001:db8:1:fe00::/56',
      '2001:db8:1:ff00::/56',
      '2001:db8:1:ff00::/56',
      'fe80:0:0:0::/56',
      '0:0:0:0::/56',
      '0:0:0:0::/56',
      '1:0:0:0::/56',
    ]);
  });

  it('is the text itself if it is not an address', () => {
    expect(['', 'unknown', '1.2.3'].map(networkOf)).to.deep.equal(['', 'unknown', '1.2.3']);
  });
});
