import { type ChainRef, isBurnAddress, nonEvmNodes } from '@interline/kernel';
import { expect } from 'chai';
import fc from 'fast-check';
import { addressReader } from './address-reader.ts';
import type { BitcoinNetwork } from './bitcoin.ts';
import { bipVectors } from './corpus-bip.ts';

const reader = addressReader({ bitcoin: 'mainnet' });
const [bitcoin, stellar, solana, tron, sui] = ['bitcoin', 'stellar', 'solana', 'tron', 'sui'].map(
  chainOf,
) as [ChainRef, ChainRef, ChainRef, ChainRef, ChainRef]; // CAST: one chain for each of five names.

const g = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ';
const m = 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ';
const p2pkh = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const usdtOnTron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

describe('a Bitcoin address', () => {
  for (const [text, network] of bipVectors.valid) {
    it(`is read as BIP-350 says, and kept in lower case: ${text}`, () => {
      expect(bitcoinOn(network, text)).to.deep.equal(text.toLowerCase());
    });
  }

  for (const [text, words] of bipVectors.invalid) {
    it(`is refused as the BIPs say, with the reason: ${text}`, () => {
      for (const network of ['mainnet', 'testnet', 'regtest'] as const)
        expect(bitcoinOn(network, text)).to.include(words);
    });
  }

  it('of witness version 1 is refused if it holds no Taproot key: such as pay to anchor, and points off the curve', () => {
    const keyless = [
      ...bipVectors.keyless,
      'bc1pqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqpqqenm',
      'bcrt1pfeesnyr2tx',
      'bcrt1pqyqszqgpqyqszqgpqyqszqgpqyqszqgpjy6vdz',
      'bcrt1plllllllllllllllllllllllllllllllllllllllllllllllllllse0lp4e',
    ];

    for (const text of keyless)
      expect(bitcoinOn('regtest', text)).to.include('has witness version 1 and no Taproot key');
  });

  it('is not one of the strings that the BIPs judge as plain Bech32 or Bech32m', () => {
    const read = bipVectors.strings.filter((text) => reader.read(bitcoin, text).ok);

    expect(read).to.deep.equal([]);
    expect(bipVectors.strings).to.have.length(40);
  });

  it('may be of base58, as written, on its own network', () => {
    expect(bitcoinOn('mainnet', p2pkh)).to.equal(p2pkh);
    expect(bitcoinOn('mainnet', '3P14159f73E4gFr7JterCCQh9QjiTjiZrG')).to.equal(
      '3P14159f73E4gFr7JterCCQh9QjiTjiZrG',
    );
    expect(bitcoinOn('regtest', 'mfWxJ45yp2SFn7UciZyNpvDKrzbhyfKrY8')).to.equal(
      'mfWxJ45yp2SFn7UciZyNpvDKrzbhyfKrY8',
    );
  });

  it('of another network is named as such', () => {
    const taproot = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0';
    expect(bitcoinOn('regtest', taproot)).to.equal(
      "is an address of Bitcoin's mainnet, and this deployment pays on regtest; send an address of regtest",
    );
    expect(bitcoinOn('testnet', p2pkh)).to.include("is an address of Bitcoin's mainnet");
    expect(bitcoinOn('mainnet', 'mfWxJ45yp2SFn7UciZyNpvDKrzbhyfKrY8')).to.include(
      "is an address of Bitcoin's testnet",
    );
  });

  it('is not a private key, which is never repeated', () => {
    for (const secret of [
      '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ',
      'KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617',
      'cMzLdeGd5vEqxB8B6VFQoRopQ3sLAAvEzDAoQgvX54xwofSWj1fx',
      'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi',
    ]) {
      const reason = bitcoinOn('mainnet', secret);
      expect(reason).to.include('looks like a private key');
      expect(reason).not.to.include(secret.slice(0, 12));
    }
  });
});

describe('a Stellar address', () => {
  it('is an account, or a muxed one with its number (the valid vectors of SEP-23)', () => {
    const largeId = 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK';

    expect(reader.read(stellar, g)).to.deep.equal({ ok: true, value: { address: g } });
    expect(reader.read(stellar, m)).to.deep.equal({
      ok: true,
      value: { address: m, muxed: { account: g, id: '0' } },
    });
    expect(reader.read(stellar, largeId)).to.deep.equal({
      ok: true,
      value: { address: largeId, muxed: { account: g, id: '9223372036854775808' } },
    });
  });

  for (const [text, words] of [
    [
      'PA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAQACAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4DUPB6IBZGM',
      'is a signed payload',
    ],
    [
      'PA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAOQCAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4DUAAAAFGBU',
      'is a signed payload',
    ],
    ['CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA', 'is a contract'],
    ['LA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUPJN', 'is a liquidity pool'],
    ['BAAD6DBUX6J22DMZOHIEZTEQ64CVCHEDRKWZONFEUL5Q26QD7R76RGR4TU', 'is a claimable balance'],
    ['bob*example.org', 'is a federation address'],
    ['alice', 'must be a Stellar account'],
    [g.toLowerCase(), 'must be a Stellar account'],
  ] as const) {
    it(`is refused by its kind: ${text}`, () => {
      expect(reasonOf(stellar, text)).to.include(words);
    });
  }

  it('is not one of the invalid vectors of SEP-23', () => {
    const invalid = [
      'GAAAAAAAACGC6',
      'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUR',
      'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZA',
      'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUACUSI',
      'G47QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVP2I',
      'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLKA',
      'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAAV75I',
      'M47QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ',
      'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUK===',
      'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUO',
      'PA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAQACAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4DUPB6IAAAAAAAAPM',
      'PA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAOQCAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4Z2PQ',
      'PA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAOQCAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4DXFH6',
      'BAAD6DBUX6J22DMZOHIEZTEQ64CVCHEDRKWZONFEUL5Q26QD7R76RGR4TV',
      'BAAT6DBUX6J22DMZOHIEZTEQ64CVCHEDRKWZONFEUL5Q26QD7R76RGXACA',
    ];

    expect(invalid.filter((text) => reader.read(stellar, text).ok)).to.deep.equal([]);
  });

  it('is not a secret key, which is never repeated', () => {
    const secret = 'SBGWKM3CD4IL47QN6X54N6Y33T3JDNVI6AIJ6CD5IM47HG3IG4O36XCU';

    for (const text of [secret, secret.slice(0, -1), secret.toLowerCase()]) {
      expect(reasonOf(stellar, text)).to.include('looks like a secret key');
      expect(reasonOf(stellar, text)).not.to.include(text.slice(0, 8));
    }
  });
});

describe('an address of Solana, Tron or Sui', () => {
  it('is read in its own form', () => {
    const suiText = `0x${'Ab'.repeat(32)}`;

    expect(kept(solana, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGkTDt1v')).to.include('32 bytes');
    expect(kept(solana, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGkTDwyTDt1v')).to.equal(
      'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGkTDwyTDt1v',
    );
    expect(kept(tron, usdtOnTron)).to.equal(usdtOnTron);
    expect(kept(sui, suiText)).to.equal(suiText.toLowerCase());
  });

  it('is refused if it is short, long, of another alphabet or form', () => {
    for (const [chain, text] of [
      [solana, ''],
      [solana, '0OIl'],
      [solana, '1'.repeat(31)],
      [solana, '1'.repeat(33)],
      [solana, '1'.repeat(64)],
      [tron, '41a614f803b6fd780986a42c78ec9c7f77e6ded13c'],
      [tron, p2pkh],
      [tron, usdtOnTron.slice(0, -1)],
      [sui, '0x2'],
      [sui, `0x${'a'.repeat(63)}`],
      [sui, `0x${'a'.repeat(65)}`],
    ] as const) {
      expect(reader.read(chain, text).ok, text).to.equal(false);
    }
  });
});

describe('any valid address with a checksum', () => {
  for (const [chain, alphabet, text] of [
    [bitcoin, 'qpzry9x8gf2tvdw0s3jn54khce6mua7l1bio', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    [
      bitcoin,
      'qpzry9x8gf2tvdw0s3jn54khce6mua7l1bio',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    ],
    [bitcoin, '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0OIl', p2pkh],
    [tron, '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0OIl', usdtOnTron],
    [stellar, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ2345670189=', g],
    [stellar, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ2345670189=', m],
  ] as const) {
    it(`is refused with any one character changed: ${text}`, () => {
      const index = fc.nat({ max: text.length - 1 });
      const other = fc.constantFrom(...alphabet);

      expect(reader.read(chain, text).ok).to.equal(true);
      fc.assert(
        fc.property(index, other, (at, character) => {
          fc.pre(text[at] !== character);
          const changed = text.slice(0, at) + character + text.slice(at + 1);
          expect(reader.read(chain, changed).ok, changed).to.equal(false);
        }),
        { numRuns: 500 },
      );
    });
  }
});

describe('a burn address beyond the EVM', () => {
  const burnt: readonly (readonly [BitcoinNetwork | ChainRef, string])[] = [
    ['mainnet', `bc1${'q'.repeat(33)}9e75rs`],
    ['mainnet', 'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqthqst8'],
    ['testnet', `tb1${'q'.repeat(33)}0l98cr`],
    ['regtest', `bcrt1${'q'.repeat(33)}dku202`],
    ['mainnet', '31h1vYVSYuKP6AhS86fbRdMw9XHieotbST'],
    ['mainnet', 'bc1sw50qgdz25j'],
    [tron, 'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy'],
    [stellar, 'MAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB5IG'],
    [sui, `0x${'0'.repeat(64)}`],
  ];

  for (const [where, text] of burnt) {
    it(`is a valid address, and still one without a key: ${text}`, () => {
      const chain = where.includes(':') ? (where as ChainRef) : bitcoin; // CAST: a CAIP-2 name.
      const network = where.includes(':') ? 'mainnet' : (where as BitcoinNetwork); // CAST: the rest.

      expect(addressReader({ bitcoin: network }).read(chain, text).ok).to.equal(true);
      expect(isBurnAddress(chain, text)).to.equal(true);
    });
  }

  it('is not an address that a wallet makes', () => {
    for (const [chain, text] of [
      [bitcoin, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
      [bitcoin, 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
      [bitcoin, 'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy'],
      [bitcoin, p2pkh],
      [stellar, g],
      [stellar, m],
      [tron, usdtOnTron],
    ] as const)
      expect(isBurnAddress(chain, text), text).to.equal(false);
  });
});

function chainOf(wire: string): ChainRef {
  const node = nonEvmNodes.find((one) => one.wire === wire);
  if (node === undefined) throw new Error(`the mesh has no ${wire}`);
  return node.chain;
}

/** The form used inside, or the reason of the refusal. */
function kept(chain: ChainRef, text: string, by = reader): string {
  const outcome = by.read(chain, text);
  return outcome.ok ? outcome.value.address : outcome.reason;
}

function reasonOf(chain: ChainRef, text: string): string {
  expect(reader.read(chain, text).ok, text).to.equal(false);
  return kept(chain, text);
}

function bitcoinOn(network: BitcoinNetwork, text: string): string {
  return kept(bitcoin, text, addressReader({ bitcoin: network }));
}
