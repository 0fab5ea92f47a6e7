import { expect } from 'chai';
import { resolveSecrets } from './secrets.ts';

describe("the secrets of a rail's settings", () => {
  it('are read wherever one is referred to, and all else stays', () => {
    const settings = {
      cacheMs: 5_000,
      engines: {
        lifi: {
          apiKey: { env: 'LIFI_KEY' },
          allow: ['stargate', { env: 'LIFI_KEY' }],
          integrator: null,
        },
      },
    };

    expect(resolveSecrets(settings, { LIFI_KEY: 's3cret' })).to.deep.equal({
      cacheMs: 5_000,
      engines: { lifi: { apiKey: 's3cret', allow: ['stargate', 's3cret'], integrator: null } },
    });
  });

  it('that are missing stop the boot by name', () => {
    expect(() => resolveSecrets({ apiKey: { env: 'LIFI_KEY' } }, {})).to.throw(/LIFI_KEY/);
  });

  it('are not looked for in an object that only has a member of that name', () => {
    expect(resolveSecrets({ env: 'LIFI_KEY', mode: 'fast' }, {})).to.deep.equal({
      env: 'LIFI_KEY',
      mode: 'fast',
    });
  });
});
