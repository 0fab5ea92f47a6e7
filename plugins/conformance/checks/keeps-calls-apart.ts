import { expect } from 'chai';
import { never } from '../bench.ts';
import type { ConformanceCheck } from '../check.ts';

export const keepsCallsApart: ConformanceCheck = {
  title: 'keeps calls that run at the same time apart',
  async run(bench) {
    const alone = await bench.quoted();
    const { rail } = bench.seat();

    const together = await Promise.all(
      [...alone, ...alone].map(({ request }) => rail.offers(request, never())),
    );

    expect(together).to.deep.equal([...alone, ...alone].map(({ offers }) => offers));
  },
};
