import { expect } from 'chai';
import { mergeSettings } from '../compose.ts';

describe("a rail's settings", () => {
  it('of the profile stay if the deployment says nothing', () => {
    const profile = {
      engines: {
        lifi: { baseUrl: 'http://127.0.0.1:1', limit: { requests: 5 } },
        across: { baseUrl: 'http://127.0.0.1:2' },
      },
      members: [1, 2],
    };
    const own = {
      engineDeadlineMs: 300,
      engines: { lifi: { limit: { requests: 9 }, enabled: false } },
      members: [3],
    };

    expect(mergeSettings(profile, own)).to.deep.equal({
      engineDeadlineMs: 300,
      members: [3],
      engines: {
        lifi: { baseUrl: 'http://127.0.0.1:1', limit: { requests: 9 }, enabled: false },
        across: { baseUrl: 'http://127.0.0.1:2' },
      },
    });
  });
});
