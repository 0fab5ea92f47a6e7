import {
  asAmount,
  evmAddress,
  type EvmAddress,
  evmChain,
  type Hex,
  refuse,
  type SignedPermit,
} from '@interline/kernel';
import { expect } from 'chai';
import { SigningKey } from 'ethers/crypto';
import { computeAddress } from 'ethers/transaction';
import { ownerSignatureRefusal } from './owner-signature.ts';
import { permitDigest } from './permit-digest.ts';

const key = new SigningKey(`0x${'7'.repeat(64)}`);
const [spender, former, floatAccount, stranger] = ['a', 'b', 'c', 'd'].map((digit) =>
  evmAddress(`0x${digit.repeat(40)}`),
) as [EvmAddress, EvmAddress, EvmAddress, EvmAddress]; // CAST: four of them.
const terms = {
  chain: evmChain(8453),
  owner: evmAddress(computeAddress(key)),
  token: evmAddress(`0x${'1'.repeat(40)}`),
  units: asAmount(5_000_000n),
  nonce: 1n,
  deadline: 1_800_000_000n,
};
const mistakes = { formerSpenders: [former], chainIds: [1, 8453, 42161] };

/** The refusal of a permit that was signed for this spender on this chain. */
function refusalOf(signedFor: EvmAddress, chainId: number) {
  const signed = key.sign(permitDigest(chainId, terms, signedFor)).serialized as Hex; // CAST: hex.
  const permit: SignedPermit = { ...terms, signature: signed };
  const digest = permitDigest(8453, permit, spender);
  return ownerSignatureRefusal({ chainId: 8453, permit, digest, spender, floatAccount, mistakes });
}

describe("an owner's signature", () => {
  it('is good for the relayer on the chain of the transfer', () => {
    expect(refusalOf(spender, 8453)).to.equal(null);
  });

  it('for the relayer from before a key rotation needs a new sign request, and the refusal says this', () => {
    expect(refusalOf(former, 8453)).to.deep.equal(
      refuse(
        'PERMIT_SPENDER',
        `the permit is signed for ${former}, whose keys the service has replaced by those of ${spender}: ask for a new sign request and sign that`,
      ),
    );
  });

  it('for another chain names both chains', () => {
    expect(refusalOf(spender, 42161)).to.deep.equal(
      refuse(
        'PERMIT_INVALID',
        'the permit is signed for chain 42161 (domain.chainId), and the transfer is from chain 8453',
      ),
    );
  });

  it('for anything else names the spender and the chain that it must be for', () => {
    expect(refusalOf(stranger, 8453)?.reason).to.contain(
      `such as the spender ${spender} and chain 8453`,
    );
    expect(refusalOf(spender, 10)?.code).to.equal('PERMIT_INVALID');
  });
});
