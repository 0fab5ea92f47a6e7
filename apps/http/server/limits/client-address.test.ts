import { expect } from 'chai';
import { clientAddress, trustedProxies } from './client-address.ts';

const isProxy = trustedProxies(['10.0.0.0/8', '192.0.2.1', 'fd00::/8']);

describe('the address a request comes from', () => {
  it("is the peer's, whatever the headers say, if the peer is not a proxy of ours", () => {
    expect(asked('203.0.113.7', '198.51.100.1')).to.equal('203.0.113.7');
    expect(asked('192.0.2.2', '198.51.100.1')).to.equal('192.0.2.2');
    expect(
      clientAddress(
        {
          socket: { remoteAddress: '203.0.113.7' },
          headers: { forwarded: 'for=198.51.100.1', 'x-real-ip': '198.51.100.1' },
        },
        isProxy,
      ),
    ).to.equal('203.0.113.7');
  });

  it('is the one the proxy saw, not the one the client wrote in front of it', () => {
    expect(asked('10.1.2.3', '198.51.100.1')).to.equal('198.51.100.1');
    expect(asked('10.1.2.3', '1.1.1.1, 2.2.2.2, 198.51.100.1')).to.equal('198.51.100.1');
    expect(asked('192.0.2.1', '10.9.9.9, 198.51.100.1')).to.equal('198.51.100.1');
  });

  it('is found through several proxies of ours, and stops at the first that is not', () => {
    expect(asked('10.1.2.3', '1.1.1.1, 198.51.100.1, 10.0.0.9, 192.0.2.1')).to.equal(
      '198.51.100.1',
    );
    expect(asked('fd00::1', '2001:db8::5, fd12::2')).to.equal('2001:db8::5');
  });

  it('is the left-most if all are proxies of ours: then one of them asks itself', () => {
    expect(asked('10.1.2.3', '10.0.0.1, 10.0.0.2')).to.equal('10.0.0.1');
    expect(asked('10.1.2.3', undefined)).to.equal('10.1.2.3');
  });

  it('is read with a port, in brackets, and in IPv6 clothes', () => {
    expect(asked('::ffff:10.1.2.3', '198.51.100.1:443')).to.equal('198.51.100.1');
    expect(asked('10.1.2.3', '[2001:db8::5]:443')).to.equal('2001:db8::5');
    expect(asked('10.1.2.3', '[2001:db8::5]')).to.equal('2001:db8::5');
    expect(asked('10.1.2.3', ' ::ffff:198.51.100.1 ')).to.equal('198.51.100.1');
  });

  it('is the proxy that wrote down no address', () => {
    for (const hop of ['unknown', '', '198.51.100', '_hidden', '198.51.100.1, '])
      expect(asked('10.1.2.3', `1.1.1.1, ${hop}`), hop).to.equal('10.1.2.3');
    expect(asked('10.1.2.3', '1.1.1.1, unknown, 10.0.0.9')).to.equal('10.0.0.9');
  });

  it('is nothing if the peer has none', () => {
    expect(clientAddress({ socket: { remoteAddress: undefined }, headers: {} }, isProxy)).to.equal(
      '',
    );
  });
});

function asked(remoteAddress: string, forwardedFor: string | undefined): string {
  return clientAddress(
    {
      socket: { remoteAddress },
      headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
    },
    isProxy,
  );
}
