import { answer, isRelayError, refuse, RelayError } from '@interline/plugins';
import { expect } from 'chai';
import { z } from 'zod';
import { digits } from './fields.ts';
import { readBody, readItems } from './read-body.ts';

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

const itemShape = z.object({ units: z.number() });

describe("the items of an answer's list", () => {
  it('are read one by one, and what cannot be read is left out and noted', () => {
    const { items, noted } = readQuotes([{ units: 1 }, null, { units: 'two' }, { units: 3 }]);

    expect(items).to.deep.equal([{ units: 1 }, { units: 3 }]);
    expect(noted).to.deep.equal(['quotes.1', 'quotes.2']);
  });

  it('may be none, without a fault', () => {
    expect(readQuotes([])).to.deep.include({ items: [], noted: [] });
  });

  it('are a fault where none of them can be read, and nothing is noted then', () => {
    const noted: string[] = [];

    expect(() => readQuotes([{}, null], noted))
      .to.throw()
      .that.satisfies(
        (error: unknown) =>
          isRelayError(error) &&
          error.code === 'RAIL_FAULT' &&
          error.message ===
            'alpha answered its quote in another shape than it documents, at quotes.0',
      );
    expect(noted).to.deep.equal([]);
  });

  it('that were left out are counted in a refusal, and not in an answer', () => {
    const { told } = readQuotes([{ units: 1 }, null, null]);

    expect(told(refuse('NO_ROUTE', 'there is none'))).to.deep.equal(
      refuse('NO_ROUTE', 'there is none; 2 of its offers cannot be read'),
    );
    expect(told(answer(1))).to.deep.equal(answer(1));
    expect(readQuotes([{ units: 1 }]).told(refuse('NO_ROUTE', 'there is none'))).to.deep.equal(
      refuse('NO_ROUTE', 'there is none'),
    );
  });
});

function readQuotes(list: readonly unknown[], noted: string[] = []) {
  return {
    noted,
    ...readItems(itemShape, list, {
      engine: 'alpha',
      step: 'quote',
      place: 'quotes',
      leftOut: (place) => {
        noted.push(place);
      },
    }),
  };
}
