import { expect } from 'chai';
import { outputScript } from './output-script.ts';

/** From BIP-173, BIP-350 and the Bitcoin wiki's examples of base58 addresses. */
const samples = [
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'P2WPKH', 294n],
  ['tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7', 'P2WSH', 330n],
  ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 'P2TR', 330n],
  ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'P2PKH', 546n],
  ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'P2SH', 540n],
] as const;

describe('the least that an output of bitcoin may bring', () => {
  for (const [address, kind, dust] of samples) {
    it(`is ${dust} satoshis for ${kind}`, () => {
      expect(outputScript(address)).to.deep.include({ kind, dust });
    });
  }

  it('is the largest where the address is not known', () => {
    expect(outputScript(null)).to.deep.equal({ kind: 'unknown', bytes: 43n, dust: 546n });
  });
});
