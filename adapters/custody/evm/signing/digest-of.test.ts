import { expect } from 'chai';
import { TypedDataEncoder } from 'ethers';
import {
  allowanceTypedData,
  asAmount,
  evmAddress,
  permitTypedData,
  type TypedData,
} from '@interline/kernel';
import { digestOf } from './digest-of.ts';

const ann = evmAddress(`0x${'0a'.repeat(20)}`);
const by = ({ domain, types, message }: TypedData): string =>
  TypedDataEncoder.hash(
    domain,
    Object.fromEntries(Object.entries(types).map(([name, fields]) => [name, [...fields]])),
    message,
  );

describe('a typed digest', () => {
  it("is ethers', however often types and domains come again", () => {
    for (const chainId of [1, 8453, 1]) {
      const datas = [
        permitTypedData(
          chainId,
          { token: ann, units: asAmount(7n), nonce: 2n ** 255n, deadline: 9n },
          ann,
        ),
        allowanceTypedData(
          chainId,
          { address: ann, name: 'USD Coin', version: '2' },
          ann,
          7n,
          0n,
          9n,
        ),
        allowanceTypedData(
          chainId,
          { address: ann, name: 'Dai Stablecoin', version: '1' },
          ann,
          7n,
          0n,
          9n,
        ),
      ];
      for (const data of datas) expect(digestOf(data)).to.equal(by(data));
    }
  });

  it('is not made where the types lead to something else than the primary type', () => {
    const data = allowanceTypedData(
      1,
      { address: ann, name: 'USD Coin', version: '2' },
      ann,
      7n,
      0n,
      9n,
    );

    expect(() => digestOf({ ...data, primaryType: 'Transfer' })).to.throw(
      RangeError,
      "the typed data's types lead to Permit, not to Transfer",
    );
  });
});
