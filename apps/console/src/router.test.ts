import { expect } from 'chai';
import { hrefOf, placeOf, searchOf } from './router.ts';

const id = `rt_${'0a'.repeat(16)}`;

describe('an address of the console', () => {
  it('names a page, and leads back to itself', () => {
    for (const place of [
      { page: 'move' },
      { page: 'route', id },
      { page: 'routes', search: '' },
      { page: 'routes', search: '0xab c/d?&' },
      { page: 'passes' },
      { page: 'desk', view: '' },
      { page: 'desk', view: 'float' },
    ] as const)
      expect(placeOf(hrefOf(place))).to.deep.equal(place);
  });

  it('is unknown if it is not a page, and is not a reason to fail', () => {
    for (const hash of ['#/nowhere', '#/route/rt_1', '#/route/', '#/%E0%A4%A', '#/Routes'])
      expect(placeOf(hash), hash).to.deep.equal({ page: 'unknown' });
    expect([placeOf(''), placeOf('#'), placeOf('#/')]).to.deep.equal(
      Array.from({ length: 3 }, () => ({ page: 'move' })),
    );
  });

  it('is found by an id, a link with one, or a hash of a transaction', () => {
    expect(searchOf(` ${id} `)).to.deep.equal({ id });
    expect(searchOf(`https://relay.example/gate/#/route/${id}`)).to.deep.equal({ id });
    expect(searchOf(`0x${'AB'.repeat(32)}`)).to.deep.equal({ tx: `0x${'ab'.repeat(32)}` });
    expect(searchOf('cd'.repeat(32))).to.deep.equal({ tx: 'cd'.repeat(32) });
    expect(searchOf(' hello ')).to.deep.equal({ wrong: 'hello' });
  });
});
