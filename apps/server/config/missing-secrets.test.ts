import { expect } from 'chai';
import { missingSecrets, requireSecrets } from './secrets.ts';

const config = {
  operatorToken: { env: 'TOKEN' },
  keys: { spender: { env: 'SPENDER' }, float: { file: '/nowhere/at/all' } },
  chains: [{ rpcUrls: ['https://one.example', { env: 'NODE' }] }, { rpcUrls: [{ env: 'NODE' }] }],
};

describe('the secrets that a config lacks', () => {
  it('are reported all at once, each of them once, and never with a value', () => {
    expect(missingSecrets(config, { SPENDER: 'hush' })).to.deep.equal([
      'the config names a secret in the environment variable TOKEN, which is not set',
      'the config names a secret in the file /nowhere/at/all, which cannot be read',
      'the config names a secret in the environment variable NODE, which is not set',
    ]);
    expect(() => requireSecrets(config, { SPENDER: 'hush' })).to.throw(
      /TOKEN.*; .*\/nowhere.*; .*NODE/,
    );
  });

  it('are none if all are set', () => {
    expect(
      missingSecrets({ operatorToken: { env: 'TOKEN' }, dataDir: 'data' }, { TOKEN: 'hush' }),
    ).to.deep.equal([]);
    expect(() => requireSecrets({ dataDir: 'data' }, {})).not.to.throw();
  });
});
