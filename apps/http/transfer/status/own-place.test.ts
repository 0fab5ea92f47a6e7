import { expect } from 'chai';
import { readOwnPlace, writeOwnPlace } from './own-place.ts';

const place = { id: 'rt_0123456789abcdef', createdAtMs: 1_795_000_000_123 };

describe('a place among the routes of a wallet', () => {
  it('is read as it was written, in a text that needs no escaping', () => {
    const text = writeOwnPlace(place);

    expect(text).to.match(/^[A-Za-z0-9_-]{1,256}$/);
    expect(readOwnPlace(text)).to.deep.equal(place);
  });

  it('is null for any other text', () => {
    const packed = (text: string) => Buffer.from(text, 'latin1').toString('base64url');
    const wrong = [
      '',
      place.id,
      `${writeOwnPlace(place)}=`,
      ` ${writeOwnPlace(place)}`,
      packed('1'),
      packed('1/'),
      packed('/rt_1'),
      packed('-1/rt_1'),
      packed('01/rt_1'),
      packed('1.5/rt_1'),
      packed('9999999999999999/rt_1'),
      packed('1/rt\0'),
      packed('1/rt\xe9'),
      packed(`1/${'r'.repeat(129)}`),
    ];

    expect(wrong.map(readOwnPlace)).to.deep.equal(wrong.map(() => null));
  });
});
