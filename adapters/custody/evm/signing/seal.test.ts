import { expect } from 'chai';
import { Signature, SigningKey, Transaction } from 'ethers';
import { evmAddress, evmChain, type TxFields } from '@interline/kernel';
import type { Prepared } from '@interline/ports';
import { localSigner, type RemoteSigner } from './signers.ts';
import { remotelySigned, sealed } from './seal.ts';

const key = new SigningKey(`0x${'b7'.repeat(32)}`);
const local = localSigner(Buffer.from('b7'.repeat(32), 'hex'));
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const { signal } = new AbortController();

const tx: TxFields = {
  to: evmAddress(`0x${'42'.repeat(20)}`),
  data: '0x',
  value: 0n,
  gasLimit: 21_000n,
  maxFeeRate: 3_000_000_000n,
  tip: 1n,
};
const preparedOf = (change: Partial<TxFields> = {}): Prepared => ({
  purpose: 'payout',
  chain: evmChain(8453),
  role: 'float',
  account: local.address,
  tx: { ...tx, ...change },
  expects: null,
  block: 1,
});
const sealingOf = (change: Partial<TxFields> = {}, nonce = 0) => ({
  content: { transactionId: 'effect_1', movements: [] },
  prepared: preparedOf(change),
  chainId: 8453,
  nonce,
  nowMs: 5,
});

function remote(sign: (digest: Uint8Array) => { r: string; s: bigint }): RemoteSigner {
  return {
    kind: 'remote',
    address: local.address,
    async sign(digest) {
      const { r, s } = sign(digest);
      return Buffer.from(r.slice(2) + s.toString(16).padStart(64, '0'), 'hex');
    },
  };
}

describe('sealing', () => {
  const lengths = [0, 1, 54, 55, 56, 57, 255, 256, 300, 65_536];
  const datas = [
    ...lengths.map((bytes) => `0x${'7f'.repeat(bytes)}` as const),
    '0x00',
    '0x7f',
    '0x80',
    '0xff',
    '0xABCD',
  ] as const;

  it('makes the bytes that ethers reads back, at any length', () => {
    for (const data of datas) {
      for (const [nonce, value] of [
        [0, 0n],
        [1, 127n],
        [127, 128n],
        [128, 255n],
        [256, 2n ** 96n],
      ] as const) {
        const signedTransaction = sealed(local, sealingOf({ data, value }, nonce));
        const read = Transaction.from(signedTransaction.raw ?? '');

        expect([read.hash, read.from?.toLowerCase(), read.serialized]).to.deep.equal([
          signedTransaction.hash,
          local.address,
          signedTransaction.raw,
        ]);
        expect([
          read.nonce,
          read.value,
          read.data,
          read.chainId,
          read.gasLimit,
          read.maxFeePerGas,
          read.maxPriorityFeePerGas,
          read.to?.toLowerCase(),
        ]).to.deep.equal([
          nonce,
          value,
          data.toLowerCase(),
          8453n,
          21_000n,
          3_000_000_000n,
          1n,
          tx.to,
        ]);
      }
    }
  });

  it("leaves a remote signer's signed transaction under the digest that it is to sign", () => {
    const signedTransaction = sealed(
      remote(() => expect.fail('seal uses no network')),
      sealingOf(),
    );

    const unsigned = Transaction.from({
      type: 2,
      chainId: 8453,
      nonce: 0,
      to: String(tx['to']),
      gasLimit: 21_000n,
      maxFeePerGas: 3_000_000_000n,
      maxPriorityFeePerGas: 1n,
    });
    expect(signedTransaction).to.deep.equal({
      hash: unsigned.unsignedHash,
      transactionId: 'effect_1',
      movements: [],
      chain: 'eip155:8453',
      account: local.address,
      slot: 0,
      raw: null,
      tx,
      committedAtMs: 5,
    });
  });

  it('completes it with what the remote signer answers, s high or low', async () => {
    const expected = sealed(local, sealingOf());
    const kms = {
      low: remote((digest) => {
        const { r, s } = key.sign(digest);
        return { r, s: BigInt(s) };
      }),
      high: remote((digest) => {
        const { r, s } = key.sign(digest);
        return { r, s: order - BigInt(s) };
      }),
    };

    for (const [name, signer] of Object.entries(kms)) {
      const signed = await remotelySigned(signer, sealed(signer, sealingOf()), 8453, signal);
      expect(signed, name).to.deep.equal(expected);
    }
  });

  it('carries what payers authorized, signed here or by a remote signer', async () => {
    const payer = new SigningKey(`0x${'c7'.repeat(32)}`);
    const { r, s, yParity } = payer.sign(`0x${'01'.repeat(32)}`);
    const address = evmAddress(`0x${'55'.repeat(20)}`);
    const authorizations = [{ chainId: 8453, address, nonce: 7, yParity, r, s }];
    const kms = remote((digest) => {
      const signature = key.sign(digest);
      return { r: signature.r, s: BigInt(signature.s) };
    });

    const here = sealed(local, sealingOf({ authorizations }));
    const there = sealed(kms, sealingOf({ authorizations }));

    const read = Transaction.from(here.raw ?? '');
    expect([read.type, read.hash, read.from?.toLowerCase()]).to.deep.equal([
      4,
      here.hash,
      local.address,
    ]);
    expect(
      read.authorizationList?.map((one) => [
        one.chainId,
        one.address.toLowerCase(),
        one.nonce,
        one.signature.serialized,
      ]),
    ).to.deep.equal([[8453n, address, 7n, Signature.from({ r, s, yParity }).serialized]]);
    expect([there.raw, there.hash]).to.deep.equal([null, read.unsignedHash]);
    expect(await remotelySigned(kms, there, 8453, signal)).to.deep.equal(here);
  });

  it('refuses the signature of another key, and malformed ones', async () => {
    const other = new SigningKey(`0x${'b8'.repeat(32)}`);
    const wrong = remote((digest) => {
      const { r, s } = other.sign(digest);
      return { r, s: BigInt(s) };
    });
    const short: RemoteSigner = {
      kind: 'remote',
      address: local.address,
      sign: async () => Buffer.alloc(63, 1),
    };
    const nothing: RemoteSigner = {
      kind: 'remote',
      address: local.address,
      sign: async () => Buffer.alloc(64),
    };

    for (const signer of [wrong, short, nothing]) {
      const error = await remotelySigned(signer, sealed(signer, sealingOf()), 8453, signal).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).to.deep.include({
        code: 'INTERNAL',
        message: 'the remote signer answered with a signature of another key',
      });
    }
  });
});
