import { expect } from 'chai';
import { mainnetConfigSchema } from './config-schema.ts';

const base = {
  profile: 'mainnet',
  chains: [{ chainId: 8453, rpcUrls: ['https://one.example'] }],
  tokens: [{ chainId: 8453, address: 'native', symbol: 'ETH', decimals: 18, asset: 'ETH' }],
  keys: { keystore: 'keys', password: { file: 'password' } },
};
const bitcoin = { nodes: [{ esploraUrl: 'https://esplora.example' }] };

describe('what a config says of families and deposits', () => {
  it('needs the key of each family if keys are secrets one by one', () => {
    const keys = { spender: { env: 'SPENDER' }, float: { env: 'FLOAT' } };

    expect(problemsOf({ families: { bitcoin } })).to.deep.equal([]);
    expect(problemsOf({ families: { bitcoin }, keys })).to.deep.equal([
      'keys.families.bitcoin: bitcoin holds money, and its key is missing; wanted where the secret of 64 hex digits is, { env: NAME } or { file: PATH }',
    ]);
    expect(
      problemsOf({
        families: { bitcoin },
        keys: { ...keys, families: { bitcoin: { env: 'SEED' } } },
      }),
    ).to.deep.equal([]);
  });

  it('has one network of Bitcoin', () => {
    const testnet = { bitcoin: { ...bitcoin, network: 'testnet' } };

    expect(problemsOf({ families: testnet, bitcoinNetwork: 'testnet' })).to.deep.equal([]);
    expect(problemsOf({ families: testnet })).to.deep.equal([
      'families.bitcoin.network: the float would be on testnet, and addresses are taken of bitcoinNetwork, mainnet; give both the same',
    ]);
  });

  it('holds no price longer than the deposit is waited for, and gives no client more than all have', () => {
    expect(
      problemsOf({
        deposits: { lockSec: 600, expiresSec: 600, unpaidPerClient: 5, unpaidInAll: 5 },
      }),
    ).to.deep.equal([]);
    expect(
      problemsOf({
        deposits: { lockSec: 601, expiresSec: 600, unpaidPerClient: 6, unpaidInAll: 5 },
      }),
    ).to.deep.equal([
      'deposits.lockSec: a price held for 601 s outlasts the deposit, which expires after 600 s',
      'deposits.unpaidPerClient: one client may have 6, and all together 5',
    ]);
  });
});

function problemsOf(change: object): readonly string[] {
  const read = mainnetConfigSchema.safeParse({ ...base, ...change });
  return (read.error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
}
