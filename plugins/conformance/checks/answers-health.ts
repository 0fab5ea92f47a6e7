import { expect } from 'chai';
import { isPlainText } from '../../guard/plain-text.ts';
import { never } from '../bench.ts';
import type { ConformanceCheck } from '../check.ts';

export const answersHealth: ConformanceCheck = {
  title: 'answers health, up in fair weather and with a reason when down',
  async run(bench) {
    const fair = await bench.seat().rail.health(never());
    expect(fair.isUp, 'isUp in fair weather').to.equal(true);

    const hostile = await bench
      .seat('hostile')
      .rail.health(never())
      .catch(() => null);
    if (hostile === null || hostile.isUp) return;
    expect(isPlainText(hostile.reason ?? ''), 'the reason, when down, in plain words').to.equal(
      true,
    );
  },
};
