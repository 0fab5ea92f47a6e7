import { type ServiceClient, signOrder, textField } from '@interline/cli';
import { type Devnet, findBitcoind, startDevnet, wantedBitcoind } from '@interline/devnet';
import { expect } from 'chai';
import { fileURLToPath } from 'node:url';
import { recordField } from '../../support/record-field.ts';
import { bitcoinRpc } from '../../support/beyond-evm-harness.ts';
import { endOfRoute } from '../../support/end-of-route.ts';
import { type Harness, startHarness } from '../../support/harness.ts';
import { freshPayer } from '../../support/payer.ts';
import { until } from '../../support/until.ts';
import { usdcBalance } from '../../support/usdc-balance.ts';

const source = 8453;
const stockDeployment = fileURLToPath(new URL('../../../', import.meta.url));

describe('dollars for bitcoin that the service does not hold', () => {
  let harness: Harness;
  let devnet: Devnet;
  before(async function () {
    if (findBitcoind() === null) {
      if (process.env['CI']) throw new Error(`these tests need bitcoind: ${wantedBitcoind}`);
      console.warn(`skipped without bitcoind; to have them run, ${wantedBitcoind}`);
      this.skip();
    }
    devnet = await startDevnet({
      chainIds: [source],
      beside: ['bitcoin', 'stellar'],
      bitcoinBlockMs: 200,
      port: 0,
    });
    harness = await withoutBitcoinGift(() =>
      startHarness({
        devnet,
        deployment: { dir: stockDeployment, settings: {}, include: ['bitcoin', 'stellar'] },
      }),
    );
    await until('lumens in the float', () => isQuoted('stellar', 'XLM'));
  });
  after(async () => {
    // Undefined where the tests were skipped.
    await (harness as Harness | undefined)?.stop();
    await (devnet as Devnet | undefined)?.stop();
  });

  it('are not touched until it is funded, and then arrive to the satoshi', async () => {
    const payer = await freshPayer(harness, source, 5_000_000n);
    const to = String(await bitcoinRpc(bitcoin(), 'getnewaddress', '', 'bech32m'));
    const lumens = await signOrder(withAnotherNonce(harness.client), payer.wallet, {
      fromChain: String(source),
      toChain: 'stellar',
      fromToken: 'USDC',
      toToken: 'XLM',
      amount: '5000000',
      toAddress: 'GAIH3ULLFQ4DGSECF2AR555KZ4KNDGEKN4AFI4SU2M7B43MGK3QJZNSR',
    });
    const body = {
      fromChain: source,
      toChain: 'bitcoin',
      fromToken: 'USDC',
      toToken: 'BTC',
      amount: '5000000',
      toAddress: to,
      mode: 'permit2',
      live: true,
      permit2: lumens.body['permit2'],
    };

    const asked = await harness.client.post('/api/route/execute', body);
    const id = textField(asked, 'id');
    const again = await harness.client.post('/api/route/execute', body);
    const fund = recordField(asked, 'fund');
    const ofOperator = await fetch(`${harness.url}/api/route/status?id=${id}`, {
      headers: { authorization: `Bearer ${harness.operatorToken}` },
    });
    // CAST: the service's own answer.
    const shown = (await ofOperator.json()) as { fund: { address: string; amount: string } };
    const before = await usdcBalance(devnet, source, payer.address);
    await pay(shown.fund.address, BigInt(shown.fund.amount));
    const end = await endOfRoute(harness.client, id);

    expect(asked).to.include({ status: 'FUNDS_REQUIRED', stage: 'FUNDS_REQUIRED', srcTx: null });
    expect(fund).to.deep.equal({ chain: 'bitcoin', amount: shown.fund.amount, address: null });
    expect(textField(again, 'id')).to.equal(id);
    expect(before).to.equal(5_000_000n);
    expect(end).to.include({ id, status: 'DONE', stage: 'DELIVERED' });
    expect(await received(to)).to.equal(BigInt(String(end.to.delivered)));
    expect(await usdcBalance(devnet, source, payer.address)).to.equal(0n);
  });

  function bitcoin(): NonNullable<Devnet['bitcoin']> {
    return devnet.bitcoin ?? expect.fail('the devnet has no Bitcoin node');
  }

  function isQuoted(to: string, token: string): Promise<boolean> {
    const query = `fromChain=${source}&toChain=${to}&fromToken=USDC&toToken=${token}&amount=5000000`;
    return harness.client.get(`/api/route/quote?${query}`).then(
      () => true,
      () => false,
    );
  }

  async function pay(address: string, sats: bigint): Promise<void> {
    const response = await fetch(`${devnet.url}/devnet/bitcoin/faucet`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ address, sats: String(sats) }),
    });
    expect(response.status).to.equal(200);
    // Money from outside counts once it is deep enough.
    const miner = await bitcoinRpc(bitcoin(), 'getnewaddress', '', 'bech32m');
    await bitcoinRpc(bitcoin(), 'generatetoaddress', 6, miner);
  }

  async function received(address: string): Promise<bigint> {
    const coins = Number(await bitcoinRpc(bitcoin(), 'getreceivedbyaddress', address, 0));
    return BigInt(Math.round(coins * 100_000_000));
  }
});

/** The service starts as on a network where its account has not been paid yet. */
async function withoutBitcoinGift<T>(start: () => Promise<T>): Promise<T> {
  const real = globalThis.fetch;
  globalThis.fetch = (input, init) =>
    typeof input === 'string' && input.endsWith('/devnet/bitcoin/faucet')
      ? Promise.resolve(new Response('{}'))
      : real(input, init);
  try {
    return await start();
  } finally {
    globalThis.fetch = real;
  }
}

/** A permit that no sign request promised an order for, as a wallet makes it on its own. */
function withAnotherNonce(client: ServiceClient): ServiceClient {
  return {
    ...client,
    async post(path, body, headers) {
      const text = JSON.stringify(await client.post(path, body, headers));
      const nonce = /"nonce":"(\d+)"/.exec(text)?.[1] ?? expect.fail('nothing to sign');
      const other = String(BigInt(nonce) ^ (1n << 200n));
      // CAST: the same answer but for the nonce.
      return JSON.parse(text.replaceAll(nonce, other)) as Awaited<ReturnType<typeof client.post>>;
    },
  };
}
