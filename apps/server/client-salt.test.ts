import { signerFromHex } from '@interline/adapters/custody/evm';
import { expect } from 'chai';
import { clientSalt } from './open-keys.ts';

const pairOf = (digit: string) => ({
  spender: signerFromHex(`0x${digit.repeat(64)}`),
  float: signerFromHex(`0x${digit.repeat(63)}f`),
});
const none = new Map<string, Uint8Array>();
const keyOf = (digit: string) => ({ current: pairOf(digit), former: [], secrets: none });

describe('the salt of client pseudonyms', () => {
  it('is the same after a restart and in every process with the key, and another with another key', () => {
    const salt = clientSalt(keyOf('1'));

    expect(salt).to.match(/^[0-9a-f]{64}$/);
    expect([clientSalt(keyOf('1')) === salt, clientSalt(keyOf('2')) === salt]).to.deep.equal([
      true,
      false,
    ]);
  });

  it("is nothing that a stranger with the store knows: with the relayer's address for it all of IPv4 was hashed in seconds", () => {
    const { spender } = pairOf('1');

    expect(clientSalt(keyOf('1'))).not.to.contain(spender.address.slice(2));
    expect(clientSalt(keyOf('1'))).not.to.contain('1'.repeat(16));
  });

  it('stays through a rotation as long as the former keys are kept, so that no daily budget restarts', () => {
    const rotated = { current: pairOf('2'), former: [pairOf('1')], secrets: none };

    expect(clientSalt(rotated)).to.equal(clientSalt(keyOf('1')));
  });

  it('comes from keys.privacy if the key is elsewhere, and never from an address that all can see', () => {
    const { spender, float } = pairOf('1');
    const sign = async () => new Uint8Array(64);
    const current = { spender: { kind: 'remote', address: spender.address, sign }, float } as const;
    const keysWith = (digit: number) => ({
      current,
      former: [],
      secrets: new Map([['privacy', Buffer.alloc(32, digit)]]),
    });

    const salt = clientSalt(keysWith(1));

    expect(salt).to.match(/^[0-9a-f]{64}$/);
    expect([clientSalt(keysWith(1)) === salt, clientSalt(keysWith(2)) === salt]).to.deep.equal([
      true,
      false,
    ]);
    expect(() => clientSalt({ current, former: [], secrets: none })).to.throw(
      'a key that is elsewhere needs keys.privacy beside it',
    );
  });
});
