import { expect } from 'chai';
import { parseSiweMessage } from './siwe-message.ts';

const least = `relay.example:8443 wants you to sign in with your Ethereum account:
0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed


URI: https://relay.example:8443
Version: 1
Chain ID: 8453
Nonce: 01234567
Issued At: 2026-11-27T06:00:00Z`;

const whole = `https://relay.example:8443 wants you to sign in with your Ethereum account:
0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed

See my routes, please: (all!) of them?

URI: https://relay.example:8443/account?a=%20b#c
Version: 1
Chain ID: 8453
Nonce: 01234567abcdefgh
Issued At: 2026-11-27T06:00:00.123+01:00
Expiration Time: 2026-11-27T07:00:00Z
Not Before: 2026-11-27T05:00:00Z
Request ID: some-id%41
Resources:
- urn:interline:scope:account.read
- ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/`;

describe('a message of EIP-4361', () => {
  it('is read with all that it says', () => {
    expect(parseSiweMessage(whole)).to.deep.equal({
      scheme: 'https',
      domain: 'relay.example:8443',
      address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      uri: 'https://relay.example:8443/account?a=%20b#c',
      chainId: '8453',
      nonce: '01234567abcdefgh',
      issuedAtMs: Date.UTC(2026, 10, 27, 5, 0, 0, 123),
      expiresAtMs: Date.UTC(2026, 10, 27, 7),
      notBeforeMs: Date.UTC(2026, 10, 27, 5),
      resources: [
        'urn:interline:scope:account.read',
        'ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/',
      ],
    });
  });

  it('is read with only the lines that it must have', () => {
    expect(parseSiweMessage(least)).to.deep.equal({
      scheme: null,
      domain: 'relay.example:8443',
      address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      uri: 'https://relay.example:8443',
      chainId: '8453',
      nonce: '01234567',
      issuedAtMs: Date.UTC(2026, 10, 27, 6),
      expiresAtMs: null,
      notBeforeMs: null,
      resources: [],
    });
    expect(parseSiweMessage(`${least}\nResources:`)?.resources).to.deep.equal([]);
  });

  const altered: readonly (readonly [what: string, from: string, to: string])[] = [
    ['another greeting', 'wants you', 'asks you'],
    ['a user name before its host', 'relay.example:8443 wants', 'me@relay.example:8443 wants'],
    ['a path in its domain', 'relay.example:8443 wants', 'relay.example:8443/a wants'],
    ['an address of 39 digits', '0x5aAeb', '0x5aAe'],
    ['a statement of two lines', 'routes, please', 'routes\nplease'],
    ['a quote in its statement', 'routes, please', 'routes, "please"'],
    ['no line before its statement', 'BeAed\n\n', 'BeAed\n'],
    ['no line behind its statement', 'them?\n\n', 'them?\n'],
    ['a URI without a scheme', 'URI: https://', 'URI: //'],
    ['a URI with half an escape', '%20b', '%2'],
    ['two fragments in its URI', '#c', '#c#d'],
    ['another version', 'Version: 1', 'Version: 2'],
    ['a chain that is no number', 'ID: 8453', 'ID: 0x2105'],
    ['a nonce of seven characters', '01234567abcdefgh', '0123456'],
    ['a nonce with a dash', '01234567', '0123-4567'],
    ['a day that does not exist', '2026-11-27T06', '2026-11-31T06'],
    ['an hour that does not exist', '27T06', '27T25'],
    ['a time without a zone', '123+01:00', '123'],
    ['its times in another order', 'Expiration Time', 'Not Before'],
    ['a resource that is no URI', '- urn:', '- 1:'],
    ['a resource without its dash', '- urn', 'urn'],
    ['a carriage return', 'Version: 1\n', 'Version: 1\r\n'],
    ['a name in lower case', 'Chain ID', 'Chain Id'],
  ];
  for (const [what, from, to] of altered)
    it(`is refused with ${what}`, () => {
      const text = whole.replace(from, to);

      expect(text).not.to.equal(whole);
      expect(parseSiweMessage(text)).to.equal(null);
    });

  it('is refused with a byte before or after it', () => {
    for (const text of [` ${least}`, `${least} `, `${least}\n`, `${whole}\n`, `\n${least}`, ''])
      expect(parseSiweMessage(text), JSON.stringify(text)).to.equal(null);
  });
});
