import { type Refusal, readUnits, refuse } from '@interline/plugins';
import { expect } from 'chai';
import type { UpstreamAnswer } from '../upstream.ts';
import { refusalOf } from './errors.ts';

const least = (digits: string): Refusal =>
  refuse('NO_ROUTE', `the amount is too low for oneclick; it takes ${digits} at least`, {
    minInput: readUnits(digits, 'least'),
  });
const tooLow = refuse('NO_ROUTE', 'the amount is too low for oneclick');
const noQuote = refuse('NO_ROUTE', 'oneclick has no quote for this pair and amount');
const badKey = refuse('NO_ROUTE', 'oneclick does not accept our key');

describe('a refusal of oneclick', () => {
  const rows: readonly (readonly [string, UpstreamAnswer, Refusal | null])[] = [
    [
      'names its least input',
      { status: 400, body: { message: 'Amount is too low for bridge, try at least 1000000' } },
      least('1000000'),
    ],
    [
      'names it at the end of a sentence',
      { status: 400, body: { message: 'amount is too low, please try at least 250000.' } },
      least('250000'),
    ],
    [
      'names it in a success',
      { status: 200, body: { message: 'Amount is too low for bridge, try at least 7' } },
      least('7'),
    ],
    [
      'names none that is not a whole number',
      { status: 400, body: { message: 'Amount is too low, try at least 1.5 USDC' } },
      tooLow,
    ],
    [
      'names none that is written with commas',
      { status: 400, body: { message: 'Amount is too low, try at least 1,000' } },
      tooLow,
    ],
    [
      'names none above 2^256',
      { status: 400, body: { message: `Amount is too low, try at least ${'9'.repeat(78)}` } },
      tooLow,
    ],
    [
      'names none where it states none',
      { status: 400, body: { message: 'amount is too low' } },
      tooLow,
    ],
    [
      'says nothing of its validation',
      {
        status: 400,
        body: {
          message: ['recipient should not be empty', 'https://docs.example'],
          error: 'Bad Request',
        },
      },
      noQuote,
    ],
    [
      'is plain where it finds no quote',
      { status: 400, body: { message: 'Failed to get quote' } },
      noQuote,
    ],
    ['is plain where it has no body', { status: 400, body: null }, noQuote],
    ['is about the key at 401', { status: 401, body: { message: 'Unauthorized' } }, badKey],
    ['is about the key at 403', { status: 403, body: null }, badKey],
    ['is plain at 404', { status: 404, body: { message: 'Not found' } }, noQuote],
    [
      'tells any other status',
      { status: 418, body: null },
      refuse('NO_ROUTE', 'oneclick refuses, with HTTP status 418'),
    ],
    ['is null where there is a quote', { status: 201, body: { quote: {}, message: 'ok' } }, null],
    ['is null where there is a list', { status: 200, body: [] }, null],
  ];

  for (const [what, answered, refusal] of rows) {
    it(what, () => {
      expect(refusalOf(answered)).to.deep.equal(refusal);
    });
  }
});
