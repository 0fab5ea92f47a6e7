import { expect } from 'chai';
import { sampleOf } from './samples.ts';

describe('a sample of a schema', () => {
  it("holds what must be there, by the fields' own examples, lists and types", () => {
    const schema = {
      type: 'object',
      required: ['amount', 'state', 'kind', 'count', 'rail', 'other', 'long', 'none', 'items'],
      properties: {
        amount: { type: 'string', examples: ['25000000', '1'] },
        state: { type: 'string', enum: ['DONE', 'FAILED'] },
        kind: { const: 'eip2612' },
        count: { type: 'integer', minimum: 3 },
        rail: { type: 'string' },
        other: { type: 'string' },
        long: { type: 'string', minLength: 6 },
        none: { type: 'null' },
        items: { type: 'array', items: { type: 'boolean' } },
        optional: { type: 'string' },
      },
    };

    expect(sampleOf(schema, {})).to.deep.equal({
      amount: '25000000',
      state: 'DONE',
      kind: 'eip2612',
      count: 3,
      rail: 'floatlane',
      other: 'text',
      long: 'textAA',
      none: null,
      items: [true],
    });
  });

  it('takes the first case, follows names, and fills a map with one entry', () => {
    const named = { Chain: { anyOf: [{ type: 'integer', examples: [8453] }, { type: 'string' }] } };
    const map = { type: 'object', additionalProperties: { $ref: '#/components/schemas/Chain' } };

    expect(sampleOf(map, named)).to.deep.equal({ key: 8453 });
    expect(sampleOf({ type: ['integer', 'null'] }, named)).to.equal(1);
    expect(sampleOf({}, named)).to.deep.equal({});
  });
});
