import { expect } from 'chai';
import fc from 'fast-check';
import { networkOf } from './client-address.ts';

describe('the network a request is counted to', () => {
  it('is the whole address in IPv4, in IPv6 clothes too', () => {
    expect(
      ['192.0.2.7', '::ffff:192.0.2.7', '::FFFF:c000:207', '0:0:0:0:0:ffff:192.0.2.7'].map(
        networkOf,
      ),
    ).to.deep.equal(Array.from({ length: 4 }, () => '192.0.2.7'));
  });

  it('is the /56 in IPv6, however it is written', () => {
    for (const address of [
      '2001:db8:1:ff00::1',
      '2001:db8:1:ffff:ffff:ffff:ffff:ffff',
      '2001:0DB8:0001:ff80:0::',
      '2001:db8:1:ff01:2:3:192.0.2.7',
      '2001:db8:1:ff00::1%eth0',
    ]) {
      expect(networkOf(address), address).to.equal('2001:db8:1:ff00::/56');
    }
  });

  it('separates the neighbours on both sides of a /56', () => {
    expect(['2001:db8:1:feff::', '2001:db8:1:ff00::', '2001:db8:2::'].map(networkOf)).to.deep.equal(
      ['2001:db8:1:fe00::/56', '2001:db8:1:ff00::/56', '2001:db8:2:0::/56'],
    );
    expect(['::1', '::'].map(networkOf)).to.deep.equal(['0:0:0:0::/56', '0:0:0:0::/56']);
  });

  it('is the same for all addresses that share 56 bits, and only for them', () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    // Within 2000::/3, where clients are.
    fc.assert(
      fc.property(
        fc.integer({ min: 0x2000, max: 0x3fff }),
        fc.tuple(group, group),
        group,
        group,
        fc.tuple(group, group, group, group),
        (first, middle, fourth, other, rest) => {
          const written = (fourthGroup: number): string =>
            [first, ...middle, fourthGroup, ...rest].map((one) => one.toString(16)).join(':');

          expect(networkOf(written(fourth)) === networkOf(written(other))).to.equal(
            fourth >> 8 === other >> 8,
          );
        },
      ),
    );
  });

  it('is the text itself if that is not an address', () => {
    expect(['', 'unknown', '10.0.0', '1:2:3'].map(networkOf)).to.deep.equal([
      '',
      'unknown',
      '10.0.0',
      '1:2:3',
    ]);
  });
});
