import { type KeySet, signerFromHex } from '@interline/adapters/custody/evm';
import { hookSeal } from '@interline/adapters/webhooks';
import { expect } from 'chai';
import { hookKeys } from './open-keys.ts';

const here: KeySet = {
  spender: signerFromHex(`0x${'1'.repeat(64)}`),
  float: signerFromHex(`0x${'2'.repeat(64)}`),
};
const elsewhere: KeySet = {
  ...here,
  spender: {
    kind: 'remote',
    address: here.spender.address,
    sign: async () => new Uint8Array(64),
  },
};
const secrets = new Map([['privacy', Buffer.alloc(32, 3)]]);

describe('the keys that secrets of webhooks are sealed with', () => {
  it('open what was sealed while the key was elsewhere once it is here, and the other way around', () => {
    const away = hookSeal(hookKeys({ current: elsewhere, former: [here], secrets }));
    const back = hookSeal(hookKeys({ current: here, former: [elsewhere], secrets }));

    expect([
      back.open(away.seal('a secret', 'wh_1'), 'wh_1'),
      away.open(back.seal('a secret', 'wh_1'), 'wh_1'),
    ]).to.deep.equal(['a secret', 'a secret']);
    expect(away.mark).not.to.equal(back.mark);
  });

  it('are those of a key that is here with the privacy secret or without, and need the secret where it is elsewhere', () => {
    const none = new Map<string, Uint8Array>();
    const [alone] = hookKeys({ current: here, former: [], secrets: none });
    const [beside] = hookKeys({ current: here, former: [], secrets });

    expect(beside).to.deep.equal(alone);
    expect(() => hookKeys({ current: elsewhere, former: [], secrets: none })).to.throw(
      'a key that is elsewhere needs keys.privacy beside it',
    );
  });
});
