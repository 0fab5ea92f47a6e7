import { expect } from 'chai';
import { percentiles } from './percentiles.ts';

describe('percentiles', () => {
  it('are samples themselves, by nearest rank, whatever the order they came in', () => {
    const samples = Array.from({ length: 200 }, (_, at) => 200 - at);

    expect(percentiles(samples)).to.deep.equal({ p50: 100, p95: 190, p99: 198 });
    expect(percentiles([7])).to.deep.equal({ p50: 7, p95: 7, p99: 7 });
  });

  it('of nothing are zero', () => {
    expect(percentiles([])).to.deep.equal({ p50: 0, p95: 0, p99: 0 });
  });
});
