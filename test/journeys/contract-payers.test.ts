import { type Client, createClient } from '@interline/client';
import { expect } from 'chai';
import { chainId, usdcOf } from '../payments/payments-scene.ts';
import { twoOwners } from '../payments/wallet-scene.ts';
import { chainRpc } from '../support/chain-rpc.ts';
import { freshAddress } from '../support/fresh-wallet.ts';
import { type Harness, startHarness } from '../support/harness.ts';

const elsewhere = 42161;

describe('a transfer of a contract to its own address on another chain', () => {
  let harness: Harness;
  let client: Client;
  before(async () => {
    harness = await startHarness({ chainIds: [chainId, elsewhere] });
    client = createClient({ baseUrl: harness.url });
  });
  after(() => harness.stop());

  const warningsOf = async (fromAddress: string, toAddress?: string) => {
    const body = { fromChain: chainId, toChain: elsewhere, token: 'USDC', amount: '1000000' };
    const named = toAddress === undefined ? {} : { toAddress };
    const { warnings = [] } = await client.call('POST /api/agent/do', {
      body: { ...body, fromAddress, ...named },
    });
    return warnings.filter((text) => text.includes('is a contract of'));
  };
  const setCode = (on: number, address: string, code: string) =>
    chainRpc(harness.devnet, on, 'anvil_setCode', [address, code]);

  it('is warned of where there is none, also where it funds a payment', async () => {
    const { address } = await twoOwners(harness);
    const demand = {
      ...{ scheme: 'exact', network: `eip155:${elsewhere}`, asset: usdcOf(harness, elsewhere) },
      ...{ payTo: freshAddress(), amount: '1000000', maxTimeoutSeconds: 60 },
    };
    const paymentRequired = { x402Version: 2 as const, accepts: [demand] };

    const warned = await warningsOf(address);
    const funded = await client.call('POST /api/payments/fund', {
      body: { paymentRequired, fromChain: chainId, fromToken: 'USDC', account: address },
    });

    expect(warned).to.have.length(1);
    expect(warned[0]).to.match(/there is none at that address on eip155:42161/);
    expect(funded.warnings).to.include(warned[0]);
  });

  it('is not warned of for another recipient, for one that has code there, or for an account of a key', async () => {
    const [wallet, deployed] = [await twoOwners(harness), await twoOwners(harness)];
    const [lending, plain] = [freshAddress(), freshAddress()];
    await setCode(elsewhere, deployed.address, '0x60006000f3');
    await setCode(chainId, lending, `0xef0100${'12'.repeat(20)}`);

    const warned = [
      await warningsOf(wallet.address, freshAddress()),
      ...(await Promise.all([deployed.address, lending, plain].map((one) => warningsOf(one)))),
    ];

    expect(warned).to.deep.equal([[], [], [], []]);
  });
});
