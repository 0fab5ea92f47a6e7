import { expect } from 'chai';
import { evmAddress } from './address.ts';
import { asAmount, maxUint256 } from './amount.ts';
import { evmChain } from './chain.ts';
import {
  allowanceTypedData,
  permit2Address,
  permitDeadline,
  permitKeyText,
  permitTypedData,
  type TypedData,
} from './permit.ts';

const owner = evmAddress('0x1000000000000000000000000000000000000abc');
const spender = evmAddress('0x3000000000000000000000000000000000000fed');
const usdc = evmAddress('0x833589fcd6edb6e08f4c7c32d4f71b54bda02913');

describe('a permit', () => {
  const permit = {
    token: usdc,
    units: asAmount(1_000_000n),
    nonce: 258n,
    deadline: 1_800_001_800n,
  };

  it("is signed as Permit2's PermitTransferFrom for the relayer as spender, integers as strings", () => {
    expect(permitTypedData(8453, permit, spender)).to.deep.equal({
      domain: {
        name: 'Permit2',
        chainId: 8453,
        verifyingContract: '0x000000000022d473030f116ddee9f6b43ac78ba3',
      },
      types: {
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
      },
      primaryType: 'PermitTransferFrom',
      message: {
        permitted: { token: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', amount: '1000000' },
        spender: '0x3000000000000000000000000000000000000fed',
        nonce: '258',
        deadline: '1800001800',
      },
    });
  });

  it('hashes to the type that the Permit2 contract hashes', () => {
    expect(encodedType(permitTypedData(1, permit, spender))).to.equal(
      'PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)TokenPermissions(address token,uint256 amount)',
    );
  });

  it('keeps its integers whole at their largest', () => {
    const { message } = permitTypedData(
      1,
      { ...permit, units: asAmount(maxUint256), nonce: maxUint256, deadline: maxUint256 },
      spender,
    );

    const largest =
      '115792089237316195423570985008687907853269984665640564039457584007913129639935';
    expect(message).to.deep.equal({
      permitted: { token: usdc, amount: largest },
      spender,
      nonce: largest,
      deadline: largest,
    });
  });

  it("is one of a kind by chain, owner and nonce, whatever its signature's bytes", () => {
    const key = { chain: evmChain(8453), owner, nonce: 258n };

    expect(permitKeyText(key)).to.equal(
      'eip155:8453/0x1000000000000000000000000000000000000abc/258',
    );
    expect(permitKeyText({ ...key, ...{ signature: '0x01' } })).to.equal(
      permitKeyText({ ...key, ...{ signature: '0x02' } }),
    );
    expect(
      new Set(
        [
          key,
          { ...key, chain: evmChain(1) },
          { ...key, owner: spender },
          { ...key, nonce: 259n },
        ].map(permitKeyText),
      ),
    ).to.have.property('size', 4);
  });

  it('is suggested for 30 minutes, and taken from 60 seconds to 24 hours', () => {
    expect(permitDeadline).to.deep.equal({
      suggestedSec: 1_800,
      leastLeftSec: 60,
      mostSec: 86_400,
    });
  });
});

describe('a first approval', () => {
  it("is signed as the token's own EIP-2612 permit with Permit2 as spender", () => {
    expect(
      allowanceTypedData(
        8453,
        { address: usdc, name: 'USD Coin', version: '2' },
        owner,
        maxUint256,
        7n,
        1_800_001_800n,
      ),
    ).to.deep.equal({
      domain: {
        name: 'USD Coin',
        version: '2',
        chainId: 8453,
        verifyingContract: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
      },
      types: {
        Permit: [
          { name: 'owner', type: 'address' },
          { name: 'spender', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'nonce', type: 'uint256' },
          { name: 'deadline', type: 'uint256' },
        ],
      },
      primaryType: 'Permit',
      message: {
        owner: '0x1000000000000000000000000000000000000abc',
        spender: permit2Address,
        value: '115792089237316195423570985008687907853269984665640564039457584007913129639935',
        nonce: '7',
        deadline: '1800001800',
      },
    });
  });

  it('hashes to the type that EIP-2612 tokens hash', () => {
    expect(
      encodedType(
        allowanceTypedData(1, { address: usdc, name: 'USD Coin', version: '2' }, owner, 1n, 0n, 1n),
      ),
    ).to.equal(
      'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)',
    );
  });
});

/** EIP-712's encodeType: the primary type, then the others by name. */
function encodedType({ types, primaryType }: TypedData): string {
  const others = Object.keys(types)
    .filter((name) => name !== primaryType)
    .toSorted();
  return [primaryType, ...others]
    .map(
      (name) =>
        `${name}(${(types[name] ?? []).map((field) => `${field.type} ${field.name}`).join(',')})`,
    )
    .join('');
}
