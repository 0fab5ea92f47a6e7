import { expect } from 'chai';
import { offersEch } from './https-record.ts';

// Written by dnspython 2.8.0: `1 . alpn="h2,h3" ipv4hint="192.0.2.1" ech="ABT+DQAQAAECAwQFBgcICQoLDA0ODw=="`.
const withEch =
  '0001000001000602683202683300040004c0000201000500160014fe0d0010000102030405060708090a0b0c0d0e0f';

describe('an HTTPS record', () => {
  it('offers ECH if it has the parameter, behind others and for another target', () => {
    const backup =
      '0002066261636b7570076578616d706c6500000500160014fe0d0010000102030405060708090a0b0c0d0e0f';

    expect([offers(withEch), offers(backup)]).to.deep.equal([true, true]);
  });

  it('offers none with other parameters, with none at all, and as an alias', () => {
    // The examples of RFC 9460, appendix D: AliasMode, the root as target, a port, a generic key.
    const alias = '000003666f6f076578616d706c6503636f6d00';
    const root = '000100';
    const port = '001003666f6f076578616d706c6503636f6d00000300020035';
    const generic = '000103666f6f076578616d706c6503636f6d00029b000568656c6c6f';
    const aliasWithEch = withEch.replace(/^0001/, '0000');

    expect([alias, root, port, generic, aliasWithEch].map(offers)).to.deep.equal([
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it('is refused if it ends early, anywhere', () => {
    // Between two parameters it is whole, with those before.
    const whole = new Set([3, 13, 21]);
    for (let length = 0; length < withEch.length / 2; length += 1) {
      const cut = (): boolean => offers(withEch.slice(0, length * 2));

      if (whole.has(length)) expect(cut(), `${length} bytes`).to.equal(false);
      else expect(cut, `${length} bytes`).to.throw();
    }
  });

  it('is refused with parameters out of order or twice, and with an ech that is not a list', () => {
    const ech = '000500160014fe0d0010000102030405060708090a0b0c0d0e0f';
    for (const bad of [
      `000100${ech}00040004c0000201`,
      `000100${ech}${ech}`,
      '00010000050000',
      '0001000005000400020000',
      `000100${ech.replace('00160014', '00160013')}`,
    ])
      expect(() => offers(bad), bad).to.throw();
  });
});

function offers(hex: string): boolean {
  return offersEch(Buffer.from(hex, 'hex'));
}
