import { RelayError, type Route } from '@interline/domain';
import { expect } from 'chai';
import { readiness } from './readiness.ts';

describe('readiness', () => {
  it('costs the store one row by its key, however often anybody asks and however many routes there are', async () => {
    const asked: string[] = [];
    const ready = readiness({ route: async (id): Promise<Route | null> => { asked.push(id); return null; } });
    ready.open();

    const reports = [await ready.report(), await ready.report()];

    expect(reports[1]).to.deep.equal({ checks: [{ name: 'store', isUp: true }, { name: 'work', isUp: true }] });
    expect(asked).to.deep.equal(['', '']);
  });

  it('is not given where the store does not answer, before the work has started and once it is to stop', async () => {
    let isStoreUp = false;
    const ready = readiness({ route: async () => { if (!isStoreUp) throw new RelayError('STORE_DOWN'); return null; } });

    const [starting, isOpenBefore] = [await ready.report(), ready.isOpen()];
    isStoreUp = true;
    ready.open();
    const isOpen = ready.isOpen();
    ready.shut();

    expect(starting).to.deep.equal({ checks: [{ name: 'store', isUp: false, code: 'STORE_DOWN' }, { name: 'work', isUp: false, code: 'NOT_READY' }] });
    expect([isOpenBefore, isOpen, ready.isOpen()]).to.deep.equal([false, true, false]);
    expect(await ready.report()).to.deep.equal({ checks: [{ name: 'store', isUp: true }, { name: 'work', isUp: false, code: 'NOT_READY' }] });
  });
});
