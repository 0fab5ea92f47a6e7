import { expect } from 'chai';
import { z } from 'zod';
import { compareShape } from './compare-shape.ts';
import { digits, duration, transaction } from './fields.ts';
import { itemsOf } from './read-body.ts';

const offer = z.object({ amount: digits, tx: transaction });
const none = z.object({ error: z.string() }).transform(() => null);
const shape = z.object({
  id: z.string(),
  takes: duration,
  note: z.string().nullish(),
  part: z.object({ takes: duration }).nullable().catch(null),
  offers: itemsOf(z.union([none, offer])),
});
const tx = { to: `0x${'ab'.repeat(20)}`, data: '0x' };
const sound = {
  id: 'one',
  takes: 3,
  part: { takes: 4 },
  offers: [
    { amount: '1', tx },
    { error: 'no credits', code: 7 },
  ],
};
const alike = { unnamed: [], missing: [], unread: [] };

describe('an answer beside the shape that reads it', () => {
  it('is alike where it holds what the shape names, however much that leaves open', () => {
    expect(compareShape(shape, sound)).to.deep.equal(alike);
  });

  it('has members that the shape does not name, once each in a list', () => {
    const offers = [
      { amount: '1', tx: { ...tx, gas: '1' }, fee: {} },
      { amount: '2', tx: { ...tx, gas: '2' }, fee: {} },
    ];

    expect(compareShape(shape, { ...sound, hint: { deep: 1 }, offers })).to.deep.equal({
      ...alike,
      unnamed: ['hint', 'offers[].fee', 'offers[].tx.gas'],
    });
  });

  it('misses what the shape wants, and what it would only shrug at', () => {
    const { id: _id, takes: _takes, part: _part, ...rest } = sound;

    expect(compareShape(shape, { ...rest, offers: [{ amount: '1' }] })).to.deep.equal({
      ...alike,
      missing: ['id', 'takes', 'part', 'offers[].tx'],
    });
  });

  it('has values that cannot be read, also where the shape reads on without them', () => {
    expect(
      compareShape(shape, {
        ...sound,
        takes: 'soon',
        offers: [{ amount: 1, tx: { ...tx, value: null } }],
      }),
    ).to.deep.equal({ ...alike, unread: ['takes', 'offers[].amount'] });
    expect(compareShape(shape, 'text')).to.deep.equal({ ...alike, unread: [''] });
  });
});
