import { expect } from 'chai';
import { readiness } from './readiness.ts';

describe('readiness', () => {
  it('reads the last check and never the store', () => {
    let asked = 0;
    const ready = readiness({
      fault: () => {
        asked += 1;
        return null;
      },
    });
    ready.open();

    const reports = [ready.report(), ready.report()];

    expect(reports[1]).to.deep.equal({
      checks: [
        { name: 'store', isUp: true },
        { name: 'work', isUp: true },
      ],
    });
    expect(asked).to.equal(2);
  });

  it('is not given if the store takes no writes, before the work has started and once it is to stop', () => {
    let isStoreUp = false;
    const ready = readiness({ fault: () => (isStoreUp ? null : 'STORE_DOWN') });

    const [starting, obstacleBefore] = [ready.report(), ready.obstacle()];
    isStoreUp = true;
    const obstacleStarting = ready.obstacle();
    ready.open();
    const obstacleOpen = ready.obstacle();
    isStoreUp = false;
    const obstacleFull = ready.obstacle();
    isStoreUp = true;
    ready.shut();

    expect(starting).to.deep.equal({
      checks: [
        { name: 'store', isUp: false, code: 'STORE_DOWN' },
        { name: 'work', isUp: false, code: 'NOT_READY' },
      ],
    });
    expect([
      obstacleBefore,
      obstacleStarting,
      obstacleOpen,
      obstacleFull,
      ready.obstacle(),
    ]).to.deep.equal(['STORE_DOWN', 'NOT_READY', null, 'STORE_DOWN', 'NOT_READY']);
    expect(ready.report()).to.deep.equal({
      checks: [
        { name: 'store', isUp: true },
        { name: 'work', isUp: false, code: 'NOT_READY' },
      ],
    });
  });
});
