import { asAddress } from '@interline/kernel';
import { expect } from 'chai';
import { verifyMessage } from 'ethers';
import { addressProofs } from './address-proofs.ts';
import { randomSigner, type RemoteSigner, type Signer } from './signers.ts';

const text = 'interline-reserves/v1\n2026-11-23\nabcd';
const never = new AbortController().signal;

describe('a proof that an account is ours', () => {
  const local = randomSigner();
  const remoteOf = (sign: RemoteSigner['sign']): Signer => ({
    kind: 'remote',
    address: local.address,
    sign,
  });
  const proofBy = (signer: Signer) =>
    addressProofs(new Map([[signer.address, signer]])).prove(signer.address, text, never);

  it('is a personal message that any wallet library reads', async () => {
    const proof = await proofBy(local);

    expect(verifyMessage(text, proof ?? '').toLowerCase()).to.equal(local.address);
    expect(verifyMessage(`${text}!`, proof ?? '').toLowerCase()).not.to.equal(local.address);
  });

  it('is the same of a key in a KMS, which tells no parity', async () => {
    const proof = await proofBy(
      remoteOf(async (digest) => {
        const { r, s } = local.sign(digest);
        return Buffer.from(r + s, 'hex');
      }),
    );

    expect(proof).to.equal(await proofBy(local));
  });

  it('is none of a key that signs something else, or that is not here', async () => {
    const wrong = remoteOf(async () => Buffer.alloc(64, 1));
    const stranger = asAddress(`0x${'11'.repeat(20)}`);

    expect(await proofBy(wrong)).to.equal(null);
    expect(await addressProofs(new Map()).prove(stranger, text, never)).to.equal(null);
  });

  it('is a fault, and no missing proof, of a key that cannot be asked now', async () => {
    const silent = remoteOf(async () => {
      throw new Error('the KMS is away');
    });

    expect(await proofBy(silent).catch(({ message }: Error) => message)).to.equal(
      'the KMS is away',
    );
  });
});
