import { expect } from 'chai';
import { TypedDataEncoder, verifyTypedData, Wallet } from 'ethers';
import { throwAwaySigner } from './throw-away.ts';
import { hexOf, typedDigest } from './typed-data.ts';

const domain = {
  name: 'Permit2',
  chainId: 8453,
  verifyingContract: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
};
const types = {
  PermitTransferFrom: [
    { name: 'permitted', type: 'TokenPermissions' },
    { name: 'spender', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
  TokenPermissions: [
    { name: 'token', type: 'address' },
    { name: 'amount', type: 'uint256' },
  ],
};
const message = {
  permitted: { token: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', amount: '5000000' },
  spender: '0x1111111111111111111111111111111111111111',
  nonce: (2n ** 255n + 7n).toString(),
  deadline: '1800000000',
};

describe('a throw-away wallet', () => {
  it('signs as ethers does with the same key, bit for bit', async () => {
    for (let last = 1; last <= 8; last += 1) {
      const key = Uint8Array.from({ length: 32 }, (_, at) => (at * 37 + last) % 251);
      const ours = throwAwaySigner(key);
      const theirs = new Wallet(`0x${Buffer.from(key).toString('hex')}`);

      expect(ours.address).to.equal(theirs.address);
      expect(await ours.signTypedData(domain, types, message)).to.equal(
        await theirs.signTypedData(domain, types, message),
      );
    }
  });

  it('signs digests as ethers makes them, of structs in structs and of every edge of a number', () => {
    const nested = {
      Outer: [
        { name: 'z', type: 'Zed' },
        { name: 'a', type: 'Ay' },
        { name: 'text', type: 'string' },
      ],
      Zed: [{ name: 'ay', type: 'Ay' }],
      Ay: [
        { name: 'who', type: 'address' },
        { name: 'many', type: 'uint256' },
      ],
    };
    for (const many of [0n, 1n, 255n, 256n, 2n ** 128n - 1n, 2n ** 256n - 1n])
      for (const chain of [{ ...domain }, { ...domain, version: '2', name: 'USD Coin \u20ac' }]) {
        const ay = { who: `0x${'aB'.repeat(20)}`.toLowerCase(), many: many.toString() };
        const value = { z: { ay }, a: ay, text: 'gr\u00fc\u00df dich' };

        expect(`0x${hexOf(typedDigest(chain, nested, value))}`).to.equal(
          TypedDataEncoder.hash(chain, nested, value),
        );
      }
  });

  it('signs nothing of a type that it does not know, or that is no number', () => {
    const signing = (type: string, value: unknown) => () =>
      typedDigest(domain, { One: [{ name: 'a', type }] }, { a: value });

    for (const [type, value] of [
      ['bytes32', `0x${'00'.repeat(32)}`],
      ['uint256', '-1'],
      ['uint256', (2n ** 256n).toString()],
      ['uint256', 'ten'],
      ['address', '0x12'],
      ['string', 5],
      ['Nobody', {}],
    ] as const)
      expect(signing(type, value), type).to.throw(TypeError);
  });

  it('is another each time, and its signature shows its address', async () => {
    const [one, two] = [throwAwaySigner(), throwAwaySigner()];

    expect(one.address).not.to.equal(two.address);
    expect(
      verifyTypedData(domain, types, message, await one.signTypedData(domain, types, message)),
    ).to.equal(one.address);
  });
});
