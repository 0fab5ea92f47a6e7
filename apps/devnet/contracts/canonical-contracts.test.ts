import { expect } from 'chai';
import { dataLength, getCreate2Address, keccak256 } from 'ethers';
import permit2 from './canonical/permit2.json' with { type: 'json' };
import {
  canonicalContracts,
  deterministicDeployer,
  permit2Contract,
} from './canonical-contracts.ts';

describe('the canonical contracts', () => {
  for (const { name, address, salt, initcode } of canonicalContracts) {
    it(`get the real address of ${name} from its salt and bytes`, () => {
      const created = getCreate2Address(deterministicDeployer, salt, keccak256(initcode));

      expect(created).to.equal(address);
    });
  }

  it('carry the published bytes of Permit2', () => {
    expect(dataLength(permit2Contract.initcode)).to.equal(9_345);
    expect(keccak256(permit2Contract.initcode)).to.equal(
      '0xe2be1e05eedf35dacd66c65c862f8150ff9ab4b6b24b9bbe62be71b6b16cf0f8',
    );
    expect(permit2.initcodeHash).to.equal(keccak256(permit2.initcode));
  });
});
