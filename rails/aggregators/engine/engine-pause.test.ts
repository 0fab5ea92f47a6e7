import { expect } from 'chai';
import { askedPauseMs } from './engine-pause.ts';

const nowMs = Date.parse('Sun, 06 Nov 1994 08:49:37 GMT');

describe('a Retry-After header', () => {
  const cases: readonly (readonly [string | undefined, number | null])[] = [
    ['12', 12_000],
    [' 12 ', 12_000],
    ['0', 1_000],
    ['3600', 3_600_000],
    ['3601', 3_600_000],
    ['Sun, 06 Nov 1994 08:50:07 GMT', 30_000],
    ['Sun, 06 Nov 1994 08:00:00 GMT', 1_000],
    ['Mon, 07 Nov 1994 08:49:37 GMT', 3_600_000],
    ['Sun, 99 Nov 1994 08:50:07 GMT', null],
    ['1994-11-06T08:50:07Z', null],
    ['-5', null],
    ['1.5', null],
    ['soon', null],
    ['', null],
    [undefined, null],
  ];

  for (const [header, waitMs] of cases) {
    it(`of ${header === undefined ? 'undefined' : `"${header}"`} asks for ${waitMs === null ? 'nothing' : `${waitMs} ms`}`, () => {
      expect(askedPauseMs(header, nowMs)).to.equal(waitMs);
    });
  }
});
