import { expect } from 'chai';
import { sharedByProfiles } from '../settings-of.ts';
import { ConfigError, readConfig } from './read-config.ts';

const mainnet = {
  profile: 'mainnet',
  chains: [{ chainId: 8453, rpcUrls: ['https://one.example'] }],
  tokens: [{ chainId: 8453, address: 'native', symbol: 'ETH', decimals: 18, asset: 'ETH' }],
  keys: { keystore: '/srv/keys', password: { env: 'KEYSTORE_PASSWORD' } },
};
const registrations = [{ agentId: 0, agentRegistry: `eip155:1:0x${'80'.repeat(20)}` }];
const registrationOf = (config: object) =>
  sharedByProfiles(readConfig(config), {}).agentRegistration;

describe('how the service stands in registries of agents', () => {
  it('is nothing if the config says nothing', () => {
    expect(registrationOf(mainnet)).to.equal(null);
    expect(registrationOf({ profile: 'devnet' })).to.equal(null);
  });

  it('is what is registered, under its own name if no other is given', () => {
    const server = { publicUrl: 'https://relay.example' };

    expect(
      registrationOf({ ...mainnet, server, agentRegistration: { registrations } }),
    ).to.deep.equal({
      name: 'Interline',
      description: 'Moves tokens between chains from one signature; the payer needs no gas.',
      registrations,
    });
    expect(
      registrationOf({ profile: 'devnet', agentRegistration: { registrations } })?.name,
    ).to.equal('Interline');
  });

  it('is refused if agents could not learn where they reach it, or if the registry is invalid', () => {
    const server = { publicUrl: 'https://relay.example' };
    const refused: readonly object[] = [
      { ...mainnet, agentRegistration: { registrations } },
      { ...mainnet, server, agentRegistration: { registrations: [] } },
      {
        ...mainnet,
        server,
        agentRegistration: { registrations: [{ agentId: 1.5, agentRegistry: 'x' }] },
      },
      {
        ...mainnet,
        server,
        agentRegistration: { registrations: [{ agentId: 1, agentRegistry: 'eip155:0:0x80' }] },
      },
      {
        ...mainnet,
        server,
        agentRegistration: { registrations, image: 'http://relay.example/i.png' },
      },
    ];

    for (const config of refused)
      expect(() => registrationOf(config), JSON.stringify(config)).to.throw(ConfigError);
  });
});
