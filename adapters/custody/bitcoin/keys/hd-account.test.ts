import { expect } from 'chai';
import { Psbt } from '../curve.ts';
import { networkFacts } from '../network.ts';
import { hdAccount } from './hd-account.ts';
import { seedOf } from './seed-of.ts';

// The seed of "abandon abandon ... about", which BIP-84 and BIP-86 give their vectors for.
const seed = Buffer.from(
  '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc1' +
    '9a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
  'hex',
);

describe('the HD account of a bitcoin float', () => {
  it('derives the taproot addresses of BIP-86', () => {
    const account = hdAccount(seed, 'mainnet');

    expect([
      account.address('receive', 0).address,
      account.address('receive', 1).address,
      account.address('change', 0).address,
    ]).to.deep.equal([
      'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
      'bc1p4qhjn9zdvkux4e44uhx8tc55attvtyu358kutcqkudyccelu0was9fqzwh',
      'bc1p3qkhfews2uk44qtvauqyr2ttdsw7svhkl9nkm9s9c3x4ax5h60wqwruhk7',
    ]);
  });

  it('derives the segwit addresses of BIP-84', () => {
    const account = hdAccount(seed, 'mainnet');

    expect([
      account.address('receive', 0, 'p2wpkh').address,
      account.address('receive', 1, 'p2wpkh').address,
      account.address('change', 0, 'p2wpkh').address,
    ]).to.deep.equal([
      'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
      'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
      'bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el',
    ]);
  });

  it('derives any deposit address without the ones before it, on an account of its own', () => {
    const account = hdAccount(seed, 'regtest');

    const far = account.address('deposit', 2_147_483_647);

    expect(far.path).to.equal("m/86'/1'/1'/0/2147483647");
    expect(account.addressAt(far.path)).to.deep.equal(far);
    expect(far.address).to.match(/^bcrt1p/);
    expect(hdAccount(seed, 'testnet').address('deposit', 0).address).to.match(/^tb1p/);
  });

  it('refuses an index out of range and a path that is not its own', () => {
    const account = hdAccount(seed, 'mainnet');

    for (const index of [-1, 2_147_483_648, 0.5])
      expect(() => account.address('deposit', index)).to.throw(RangeError, 'address index');
    for (const path of ["m/86'/1'/0'/0/0", "m/86'/0'/2'/0/0", "m/44'/0'/0'/0/0", 'm/0'])
      expect(() => account.addressAt(path)).to.throw(RangeError, 'not a path of this account');
  });

  it('does not sign an input that its key does not unlock', () => {
    const account = hdAccount(seed, 'regtest');
    const stranger = hdAccount(seedOf(Buffer.alloc(32, 7)), 'regtest').address('receive', 0);
    const psbt = new Psbt({ network: networkFacts.regtest.library });
    const witnessUtxo = { script: Buffer.from(stranger.script, 'hex'), value: 1_000n };
    psbt.addInput({ hash: '11'.repeat(32), index: 0, witnessUtxo });

    expect(() => account.signInput(psbt, 0, "m/86'/1'/0'/0/0")).to.throw();
    expect(psbt.data.inputs[0]?.tapKeySig).to.equal(undefined);
  });

  it('shows no key: neither by its members nor as text', () => {
    const account = hdAccount(seed, 'mainnet');

    expect(Object.keys(account).sort()).to.deep.equal([
      'address',
      'addressAt',
      'network',
      'signInput',
    ]);
    expect(JSON.stringify(account)).to.equal('{"network":"mainnet"}');
  });

  it('is the same wallet for the same kept key, and another for another', () => {
    const first = (key: number) =>
      hdAccount(seedOf(Buffer.alloc(32, key)), 'mainnet').address('receive', 0).address;

    expect(first(1)).to.equal(first(1));
    expect(first(1)).not.to.equal(first(2));
    expect(() => seedOf(Buffer.alloc(31, 1))).to.throw(RangeError, '32 bytes');
  });
});
