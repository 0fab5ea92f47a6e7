import { answer, isRelayError, refuse } from '@interline/plugins';
import { expect } from 'chai';
import { z } from 'zod';
import { readItems } from './read-items.ts';

const shape = z.object({ units: z.number() });

describe("the items of an answer's list", () => {
  it('are read one by one, and what cannot be read is left out and noted', () => {
    const { items, noted } = read([{ units: 1 }, null, { units: 'two' }, { units: 3 }]);

    expect(items).to.deep.equal([{ units: 1 }, { units: 3 }]);
    expect(noted).to.deep.equal(['quotes.1', 'quotes.2']);
  });

  it('may be none, without a fault', () => {
    expect(read([])).to.deep.include({ items: [], noted: [] });
  });

  it('are a fault where none of them can be read, and nothing is noted then', () => {
    const noted: string[] = [];

    expect(() => read([{}, null], noted))
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

  it('that were left out are told beside a refusal, and not beside an answer', () => {
    const { told } = read([{ units: 1 }, null, null]);

    expect(told(refuse('NO_ROUTE', 'there is none'))).to.deep.equal(
      refuse('NO_ROUTE', 'there is none; 2 of its offers cannot be read'),
    );
    expect(told(answer(1))).to.deep.equal(answer(1));
    expect(read([{ units: 1 }]).told(refuse('NO_ROUTE', 'there is none'))).to.deep.equal(
      refuse('NO_ROUTE', 'there is none'),
    );
  });
});

function read(list: readonly unknown[], noted: string[] = []) {
  return {
    noted,
    ...readItems(shape, list, {
      engine: 'alpha',
      step: 'quote',
      place: 'quotes',
      leftOut: (place) => {
        noted.push(place);
      },
    }),
  };
}
