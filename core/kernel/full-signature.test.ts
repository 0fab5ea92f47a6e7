import { expect } from 'chai';
import type { Hex } from './address.ts';
import { fullSignature } from './full-signature.ts';

const r = 'a1'.repeat(32);
const s = `7f${'b2'.repeat(31)}`;

describe('the full form of a signature', () => {
  const alike: readonly (readonly [string, Hex, Hex])[] = [
    ['27 and 28 as they are', `0x${r}${s}1b`, `0x${r}${s}1b`],
    ['28', `0x${r}${s}1c`, `0x${r}${s}1c`],
    ['0 as 27', `0x${r}${s}00`, `0x${r}${s}1b`],
    ['1 as 28', `0x${r}${s}01`, `0x${r}${s}1c`],
    ['the compact form of 27', `0x${r}${s}`, `0x${r}${s}1b`],
    ['the compact form of 28', `0x${r}ff${s.slice(2)}`, `0x${r}${s}1c`],
    ['small first digits of s', `0x${r}80${'b2'.repeat(31)}`, `0x${r}00${'b2'.repeat(31)}1c`],
    ['upper case in lower case', `0x${r.toUpperCase()}${s}1B`, `0x${r}${s}1b`],
    ['another v as it is', `0x${r}${s}02`, `0x${r}${s}02`],
    ['31, as a Safe writes it', `0x${r}${s}1f`, `0x${r}${s}1f`],
    ['what is longer as it is', `0x${r}${s}1b00`, `0x${r}${s}1b00`],
    ['what is shorter as it is', '0x0100', '0x0100'],
    ['nothing as nothing', '0x', '0x'],
  ];
  for (const [what, given, full] of alike)
    it(`has ${what}`, () => {
      expect(fullSignature(given)).to.equal(full);
    });
});
