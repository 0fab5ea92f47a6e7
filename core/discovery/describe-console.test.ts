import {
  asUnits,
  evmAddress,
  evmChain,
  nonEvmNodes,
  TokenList,
  type TokenRef,
} from '@interline/kernel';
import { expect } from 'chai';
import { describeConsole } from './describe-console.ts';
import { readBalance } from './read-balance.ts';

const base = evmChain(8453);
const stellar = nonEvmNodes.find(({ wire }) => wire === 'stellar')?.chain ?? base;
const eth = { chain: base, address: 'native', symbol: 'ETH', decimals: 18, asset: 'ETH' };
const usdc = {
  chain: base,
  address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  symbol: 'USDC',
  decimals: 6,
  asset: 'USD',
} satisfies TokenRef;

describe('the description of the deployment for the console', () => {
  it('is each chain that it moves money on, with its coin, tokens and explorer', () => {
    const explorer = 'https://basescan.org/tx/{tx}';
    const { profile, chains } = describeConsole({
      deployment: {
        profile: 'mainnet',
        server: { explorers: { 8453: explorer } },
        simulated: [stellar],
      },
      tokens: new TokenList([eth, usdc]),
      chains: [base, stellar],
    })();

    expect(profile).to.equal('mainnet');
    expect(chains).to.deep.equal([
      {
        chain: base,
        name: 'Base',
        coin: { symbol: 'ETH', decimals: 18 },
        explorerTx: explorer,
        isSimulated: false,
        tokens: [eth, usdc],
      },
      {
        chain: stellar,
        name: 'Stellar',
        coin: null,
        explorerTx: null,
        isSimulated: true,
        tokens: [],
      },
    ]);
  });
});

describe('a balance', () => {
  const owner = evmAddress('0x1111111111111111111111111111111111111111');
  const read = readBalance({
    custody: {
      payerState: async () => ({
        balance: asUnits(7n),
        permit2Allowance: asUnits(0n),
        eip2612Nonce: null,
        hasCode: false,
        promised: asUnits(0n),
        chainTimeSec: 0,
      }),
    },
    chains: [base],
  });

  it('is of a token that a permit can pull, and of nothing else', async () => {
    const { signal } = new AbortController();
    const refused = async (token: TokenRef) =>
      read(token, owner, signal).catch((error: unknown) => error);

    expect(await read(usdc, owner, signal)).to.equal(7n);
    expect(await refused(eth)).to.have.property('code', 'UNROUTABLE_LANE');
    expect(await refused({ ...usdc, chain: evmChain(1) })).to.have.property(
      'code',
      'UNROUTABLE_LANE',
    );
  });
});
