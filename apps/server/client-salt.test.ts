import { signerFromHex } from '@interline/adapters/custody/evm';
import { expect } from 'chai';
import { clientSalt } from './open-keys.ts';

const pairOf = (digit: string) => ({
  spender: signerFromHex(`0x${digit.repeat(64)}`),
  float: signerFromHex(`0x${digit.repeat(63)}f`),
});
const keyOf = (digit: string) => ({ current: pairOf(digit), former: [] });

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
    const rotated = { current: pairOf('2'), former: [pairOf('1')] };

    expect(clientSalt(rotated)).to.equal(clientSalt(keyOf('1')));
  });
});
