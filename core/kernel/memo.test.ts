import { expect } from 'chai';
import { readMemo } from './memo.ts';

describe('a memo', () => {
  it('of text has 1 to 28 bytes of UTF-8, not characters', () => {
    expect(readMemo('text', 'a'.repeat(28)).value).to.equal('a'.repeat(28));
    expect(readMemo('text', '€'.repeat(9)).value).to.equal('€'.repeat(9));
    expect(() => readMemo('text', 'a'.repeat(29))).to.throw('this one has 29');
    expect(() => readMemo('text', '€'.repeat(10))).to.throw('this one has 30');
    expect(() => readMemo('text', '😀'.repeat(8))).to.throw('this one has 32');
    expect(() => readMemo('text', '')).to.throw('this one has 0');
    for (const text of ['a\u0000b', 'a\nb', '\ud800'])
      expect(() => readMemo('text', text)).to.throw('without control characters');
  });

  it('of an id is a number of 64 bits, without a sign or leading zeros', () => {
    expect(readMemo('id', '0').value).to.equal('0');
    expect(readMemo('id', '18446744073709551615').value).to.equal('18446744073709551615');
    for (const id of ['18446744073709551616', '-1', '+1', '01', '1.0', '', 'x'])
      expect(() => readMemo('id', id), id).to.throw('from 0 to 18446744073709551615');
  });

  it('of a hash is 32 bytes in hex or base64, and in lower-case hex inside', () => {
    const hex = '9bff7f00abcdef0123456789abcdef0123456789abcdef0123456789abcdef01';
    const base64 = 'm/9/AKvN7wEjRWeJq83vASNFZ4mrze8BI0VniavN7wE=';

    for (const type of ['hash', 'return'] as const) {
      expect(readMemo(type, hex.toUpperCase())).to.deep.equal({ type, value: hex });
      expect(readMemo(type, base64)).to.deep.equal({ type, value: hex });
      for (const wrong of [hex.slice(1), `${hex}0`, `0x${hex}`, base64.slice(0, -1), ''])
        expect(() => readMemo(type, wrong), wrong).to.throw('32 bytes');
    }
    expect(readMemo('hash', `${'A'.repeat(43)}=`).value).to.equal('0'.repeat(64));
    expect(() => readMemo('hash', `${'A'.repeat(42)}B=`)).to.throw('32 bytes');
  });
});
