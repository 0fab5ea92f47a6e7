import { expect } from 'chai';
import { sharedByProfiles } from '../settings-of.ts';
import { ConfigError, readConfig } from './read-config.ts';

const mainnet = {
  profile: 'mainnet',
  chains: [{ chainId: 8453, rpcUrls: ['https://one.example'] }],
  tokens: [{ chainId: 8453, address: 'native', symbol: 'ETH', decimals: 18, asset: 'ETH' }],
  keys: { keystore: '/srv/keys', password: { env: 'KEYSTORE_PASSWORD' } },
};
const accountsOf = (config: object) => sharedByProfiles(readConfig(config), {}).accounts;

describe('where wallets sign in', () => {
  it("is the devnet's own address, by both of its names", () => {
    expect(accountsOf({ profile: 'devnet' })).to.deep.equal({
      enabled: true,
      origins: ['http://127.0.0.1:8787', 'http://localhost:8787'],
    });
    expect(
      accountsOf({ profile: 'devnet', server: { host: '::1', port: 80 } }).origins,
    ).to.deep.equal(['http://[::1]', 'http://localhost']);
  });

  it('is elsewhere the origin that clients reach it at, and those of other pages that are named', () => {
    const server = { publicUrl: 'https://relay.example:8443/v1' };

    expect(accountsOf({ ...mainnet, server })).to.deep.equal({
      enabled: true,
      origins: ['https://relay.example:8443'],
    });
    expect(
      accountsOf({ ...mainnet, server, accounts: { origins: ['https://app.example'] } }).origins,
    ).to.deep.equal(['https://relay.example:8443', 'https://app.example']);
  });

  it('is nowhere if no origin is known or it is switched off, and cannot be switched on without one', () => {
    expect(accountsOf(mainnet)).to.deep.equal({ enabled: false, origins: [] });
    expect(accountsOf({ profile: 'devnet', accounts: { enabled: false } }).enabled).to.equal(false);
    expect(() => accountsOf({ ...mainnet, accounts: { enabled: true } })).to.throw(
      ConfigError,
      'wallets sign in at an origin, and none is known',
    );
    expect(() => accountsOf({ ...mainnet, accounts: { origins: ['app.example'] } })).to.throw(
      ConfigError,
      'wanted an origin in lower case',
    );
  });
});
