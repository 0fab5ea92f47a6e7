import { expect } from 'chai';
import { isPlainText } from './plain-text.ts';

describe('plain text', () => {
  for (const text of [
    'capNow is 250.00 USDC',
    `tx 0x${'a'.repeat(64)} reverted`,
    'a'.repeat(66),
    `${'word '.repeat(59)}words`,
    'Überweisung später',
    `${2n ** 256n - 1n} is above capNow 5`,
  ]) {
    it(`may be ${text.slice(0, 40)}`, () => {
      expect(isPlainText(text)).to.equal(true);
    });
  }

  for (const [what, text] of [
    ['empty', ''],
    ['one character too long', `${'word '.repeat(60)}x`],
    ['a raw transaction', `0x${'a'.repeat(65)}`],
    ['a token', 'a'.repeat(67)],
    ['more digits than an amount has', '1'.repeat(79)],
    ['digits that end a token', `k${'1'.repeat(78)}`],
    ['a URL', 'see https://x.y'],
    ['another URL', 'postgres://u:p@h'],
    ['two lines', 'one\ntwo'],
    ['an escape', '\u001b[31m'],
  ] as const) {
    it(`is not ${what}`, () => {
      expect(isPlainText(text)).to.equal(false);
    });
  }
});
