import { RelayError } from '@interline/kernel';
import { expect } from 'chai';
import { ManualClock } from '../testing/manual-clock.ts';
import { RecordingLog } from '../testing/recording-log.ts';
import { scriptedRail } from '../testing/scripted-rail.ts';
import { testGuardHost } from '../testing/test-guard-host.ts';
import { guardRail } from './guard-rail.ts';

const found = {
  isPriced: true,
  says: '100 USDC over scripted: 99 USDC',
  isNew: ['route.foo', 'steps[].bar'],
  isMissing: [],
  isUnread: [],
};

function guarded(examine?: () => Promise<unknown>) {
  const rail = {
    ...scriptedRail(),
    // CAST: what a rail answers is for the guard to judge.
    ...(examine === undefined ? {} : { examine: examine as never }),
  };
  const host = testGuardHost();
  return guardRail(rail, { clock: new ManualClock(), log: new RecordingLog(), host });
}

const { signal } = new AbortController();

describe('what a rail says of the third party behind a way', () => {
  it('is passed on', async () => {
    expect(await guarded(async () => found).examine?.('scripted', signal)).to.deep.equal(found);
    expect(await guarded(async () => null).examine?.('scripted', signal)).to.equal(null);
  });

  it('is nothing where the rail has no third party', async () => {
    expect(await guarded().examine?.('scripted', signal)).to.equal(null);
  });

  it('names no member of a name that is not plain', async () => {
    const isNew = ['see https://elsewhere.example', 'a\nb', 'route'];

    const told = await guarded(async () => ({ ...found, isNew })).examine?.('scripted', signal);

    expect(told?.isNew).to.deep.equal([
      'a member of no plain name',
      'a member of no plain name',
      'route',
    ]);
  });

  it('breaks the contract in any other form', async () => {
    const failure: unknown = await guarded(async () => ({ isPriced: 'yes' }))
      .examine?.('scripted', signal)
      .catch((error: unknown) => error);

    expect(failure).to.be.instanceOf(RelayError).with.property('code', 'RAIL_FAULT');
  });
});
