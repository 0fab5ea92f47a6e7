import { expect } from 'chai';
import { stripVTControlCharacters } from 'node:util';
import { eventWords } from './listen.ts';

describe('an event that was listened for', () => {
  it("says of what it is, of a route's webhook and of an account's", () => {
    const shared = { id: 'evt_1', seq: 4, ts: 1 };
    const said = [
      { event: 'route.done', routeId: 'rt_1', status: 'DONE', destTx: null, srcTx: null, ts: 1 },
      { ...shared, event: 'route.stage', data: { routeId: 'rt_2', stage: 'SENDING' } },
      { ...shared, event: 'sponsor.included', data: { sponsorId: 'sp_3' } },
      { ...shared, event: 'hook.test', data: { hookId: 'awh_4' } },
    ] as const;

    expect(said.map((event) => stripVTControlCharacters(eventWords(event)))).to.deep.equal([
      'route.done rt_1',
      'route.stage rt_2',
      'sponsor.included sp_3',
      'hook.test awh_4',
    ]);
  });
});
