import { expect } from 'chai';
import { refusalOf } from '../../testing/refusal-of.ts';
import { base, stellar } from '../../testing/sample-tokens.ts';
import { parseAddress } from './parse-address.ts';

const checksummedForm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describe('an address in a request', () => {
  it('is lowered when its checksum is right, or when it carries none', () => {
    for (const text of [
      checksummedForm,
      checksummedForm.toLowerCase(),
      `0x${checksummedForm.slice(2).toUpperCase()}`,
    ]) {
      expect(parseAddress(base, text, 'toAddress')).to.equal(
        '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
      );
    }
  });

  it('is refused when one letter has the wrong case', () => {
    const refused = refusalOf(() =>
      parseAddress(base, checksummedForm.replace('aAeb', 'aaeb'), 'toAddress'),
    );

    expect([refused.code, refused.details, refused.message]).to.deep.equal([
      'BAD_REQUEST',
      { field: 'toAddress' },
      'toAddress fails its checksum (EIP-55); correct it, or send it in lower case',
    ]);
  });

  it('is refused in any other shape', () => {
    for (const text of [
      '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beae',
      `${checksummedForm}0`,
      checksummedForm.slice(2),
      'vitalik.eth',
      ` ${checksummedForm}`,
      '0X5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
    ]) {
      expect(refusalOf(() => parseAddress(base, text, 'toAddress')).code, text).to.equal(
        'BAD_REQUEST',
      );
    }
  });

  it('is kept as written on other chains, whose rails judge it', () => {
    const account = 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN';

    expect(parseAddress(stellar, account, 'toAddress')).to.equal(account);
    for (const text of ['', 'abc', 'with space', 'x'.repeat(129), 'a\u0000bcd', 'ключ']) {
      expect(refusalOf(() => parseAddress(stellar, text, 'toAddress')).code, text).to.equal(
        'BAD_REQUEST',
      );
    }
  });
});
