import { expect } from 'chai';
import { followAccepted, followCommand, UnfollowedRoute } from './follow-accepted.ts';

describe('a route that is followed', () => {
  it('is named, with the command that follows it, if the service is gone', async () => {
    const gone = new Error('no answer');

    const thrown = await followAccepted('rt_1', 'interline status rt_1', () =>
      Promise.reject(gone),
    ).catch((error: unknown) => error);

    expect(thrown).to.be.instanceOf(UnfollowedRoute);
    expect(thrown).to.include({ id: 'rt_1', follow: 'interline status rt_1', cause: gone });
  });

  it('leaves no handler of signals behind', async () => {
    const before = process.listenerCount('SIGINT');

    await followAccepted('rt_1', '', async () =>
      expect(process.listenerCount('SIGINT')).to.equal(before + 1),
    );

    expect(process.listenerCount('SIGINT')).to.equal(before);
  });

  it('is followed at the service that was named', () => {
    const url = 'http://127.0.0.1:1';

    expect(followCommand('rt_1', url)).to.equal(`interline status rt_1 --watch --url ${url}`);
  });
});
