import { RelayError } from '@interline/plugins';
import { expect } from 'chai';
import { z } from 'zod';
import { readBody } from './read-body.ts';
import { digits } from './read-digits.ts';

const shape = z.object({ quotes: z.array(z.object({ units: digits })) });

describe('a body', () => {
  it('is read into its shape', () => {
    expect(
      readBody(shape, { quotes: [{ units: '7', more: true }], more: true }, 'lifi', 'quote'),
    ).to.deep.equal({ quotes: [{ units: 7n }] });
  });

  it("is a fault in another shape, which tells the place and never the engine's text", () => {
    expect(() => readBody(shape, { quotes: [{ units: 'https://key.example' }] }, 'lifi', 'quote'))
      .to.throw(
        RelayError,
        /^lifi answered its quote in another shape than it documents, at quotes\.0\.units$/,
      )
      .that.deep.includes({ code: 'RAIL_FAULT', details: { rail: 'lifi', step: 'quote' } });
    expect(() => readBody(shape, null, 'lifi', 'quote')).to.throw(
      RelayError,
      /^lifi answered its quote in another shape than it documents$/,
    );
  });
});
