import { textField } from '@interline/cli';
import { Wallet } from 'ethers';
import { expect } from 'chai';
import {
  type BeyondEvmHarness,
  bitcoinRpc,
  expiringAfter,
  startBeyondEvm,
} from '../../support/beyond-evm-harness.ts';
import {
  allowLoopbackHooks,
  type HookEndpoint,
  hookEndpoint,
} from '../../support/hook-endpoint.ts';
import { sendDollars } from '../../support/send-dollars.ts';

describe('a hook on a route with a side beyond the EVM', () => {
  let harness: BeyondEvmHarness;
  let endpoint: HookEndpoint;
  before(async function () {
    harness = await startBeyondEvm(this, {
      policy: { deposits: expiringAfter(4_000) },
      rebind: allowLoopbackHooks,
    });
  });
  after(async () => {
    // Undefined where the tests were skipped.
    await (harness as BeyondEvmHarness | undefined)?.stop();
  });
  beforeEach(async () => {
    endpoint = await hookEndpoint();
  });
  afterEach(() => endpoint.close());

  it('names the deposit and the delivery, each as its own chain writes it', async () => {
    const { id, address } = await deposit();
    await register(id);
    const srcTx = await bitcoinRpc(harness.bitcoin, 'sendtoaddress', address, '0.0005');

    const told = await toldOf(id);

    expect(told).to.include({ event: 'route.done', routeId: id, status: 'DONE', srcTx });
    expect(told['destTx']).to.match(/^0x[0-9a-f]{64}$/);
  });

  it('reports a deposit that never came, with no transaction', async () => {
    const { id } = await deposit();
    await register(id);

    const told = await toldOf(id);

    expect(told).to.include({ event: 'route.failed', status: 'FAILED', srcTx: null, destTx: null });
  });

  it('names the bitcoin transaction that paid', async () => {
    const to = String(await bitcoinRpc(harness.bitcoin, 'getnewaddress', '', 'bech32m'));
    const id = await sendDollars(harness, 'bitcoin', to);
    await register(id);

    const told = await toldOf(id);

    expect(told).to.include({ event: 'route.done', status: 'DONE' });
    expect(told['srcTx']).to.match(/^0x[0-9a-f]{64}$/);
    expect(told['destTx']).to.match(/^[0-9a-f]{64}$/);
  });

  async function deposit(): Promise<{ readonly id: string; readonly address: string }> {
    const receipt = await harness.client.post('/api/route/execute', {
      fromChain: 'bitcoin',
      toChain: '8453',
      fromToken: 'BTC',
      toToken: 'USDC',
      amount: '50000',
      toAddress: Wallet.createRandom().address,
      live: true,
    });
    // CAST: the shape of a deposit is checked over HTTP elsewhere.
    const { address } = receipt['deposit'] as { readonly address: string };
    return { id: textField(receipt, 'id'), address };
  }

  const register = (routeId: string) =>
    harness.client.post('/api/hooks/register', { routeId, url: endpoint.url });

  async function toldOf(routeId: string): Promise<Readonly<Record<string, unknown>>> {
    const [told] = await endpoint.until(1);
    // CAST: compared by the tests.
    const body = JSON.parse(told?.body ?? '{}') as Record<string, unknown>;
    const status = await harness.client.get(`/api/route/status?id=${routeId}`);
    expect({ ...body, event: undefined, ts: undefined }).to.deep.equal({
      event: undefined,
      ts: undefined,
      routeId,
      status: status['status'],
      srcTx: status['srcTx'],
      destTx: status['destTx'],
    });
    return body;
  }
});
