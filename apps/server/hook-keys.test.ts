import { type KeySet, signerFromHex } from '@interline/adapters/custody/evm';
import { hookSeal } from '@interline/adapters/webhooks';
import { expect } from 'chai';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeySource } from './deployment.ts';
import { hookKeys, openKeys, secretNames } from './open-keys.ts';

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

  it('are those of a key that is here with the privacy secret or without, and need the secret if it is elsewhere', () => {
    const none = new Map<string, Uint8Array>();
    const [alone] = hookKeys({ current: here, former: [], secrets: none });
    const [beside] = hookKeys({ current: here, former: [], secrets });

    expect(beside).to.deep.equal(alone);
    expect(() => hookKeys({ current: elsewhere, former: [], secrets: none })).to.throw(
      'a key that is elsewhere needs keys.privacy beside it',
    );
  });

  it('open what was sealed with keys.privacy when passes and the lane are off again', async () => {
    const keys = {
      kind: 'hex',
      spender: '1'.repeat(64),
      float: '2'.repeat(64),
      former: [],
      secrets: { privacy: '03'.repeat(32) },
    } as const;
    const sealed = hookSeal(hookKeys({ current: elsewhere, former: [], secrets })).seal('a', 'wh');

    const later = hookSeal(hookKeys(await openedWith(keys, false)));

    expect(later.open(sealed, 'wh')).to.equal('a');
    expect(secretNames(deployed({ ...keys, secrets: {} }, false))).to.deep.equal([]);
  });

  it('open what was sealed with privacy.json when passes and the lane are off again', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'interline-hook-keys-'));
    const keys = { kind: 'made', dir: join(dir, 'keys') } as const;
    try {
      const before = secretNames(deployed(keys, false));
      const on = await openedWith(keys, true);
      const sealed = hookSeal(
        hookKeys({ current: elsewhere, former: [], secrets: on.secrets }),
      ).seal('a', 'wh');

      const later = hookSeal(hookKeys(await openedWith(keys, false)));

      expect(before).to.deep.equal([]);
      expect(later.open(sealed, 'wh')).to.equal('a');
    } finally {
      rmSync(dir, { recursive: true });
    }
  });
});

function openedWith(keys: KeySource, enabled: boolean) {
  return openKeys(keys, secretNames(deployed(keys, enabled)));
}

function deployed(keys: KeySource, enabled: boolean): Parameters<typeof secretNames>[0] {
  return {
    keys,
    families: [],
    passes: { enabled, origin: undefined, witnesses: [], quorum: 0 },
    privateLane: { enabled: false, relays: [] },
    evidence: { enabled: false },
  };
}
