import {
  type Client,
  createClient,
  type Eip1193Provider,
  type Fetch,
  type RouteReceipt,
  ServiceError,
  signPermit,
  type Signer,
  verifyWebhook,
} from '@interline/client';
import { expect } from 'chai';
import type { Wallet } from 'ethers';
import { freshAddress } from '../support/fresh-wallet.ts';
import { allowLoopbackHooks, type HookEndpoint, hookEndpoint } from '../support/hook-endpoint.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { freshPayer } from '../support/payer.ts';
import { playgroundRail } from '../support/playground-rail.ts';
import { stockRail } from '../support/stock-rail.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

const transfer = { fromChain: 8453, toChain: 42161, token: 'USDC', amount: '5000000' };
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

describe('a stranger with the client, a wallet and nothing else of the harness', () => {
  let harness: Harness;
  let endpoint: HookEndpoint;
  let client: Client;
  /** What the status was asked for as. */
  let asked: string[];

  before(async () => {
    harness = await startHarness({
      chainIds: [8453, 42161],
      rails: [stockRail(), playgroundRail()],
      rebind: allowLoopbackHooks,
    });
  });
  after(() => harness.stop());
  beforeEach(async () => {
    endpoint = await hookEndpoint();
    asked = [];
    const noting: Fetch = (url, init) => {
      if (url.includes('/api/route/status'))
        asked.push(new Headers(init.headers).get('accept') ?? '');
      return fetch(url, init);
    };
    client = createClient({ baseUrl: harness.url, fetch: noting });
  });
  afterEach(() => endpoint.close());

  /** A devnet's dollars are of a contract of its own. */
  const wanted = () => {
    const base = harness.devnet.chains.find(({ chainId }) => chainId === 8453);
    const usdc = base?.tokens.find(({ symbol }) => symbol === 'USDC');
    return { ...transfer, fromToken: usdc?.address ?? '' };
  };

  for (const [kind, signerOf] of [
    ['an ethers signer', (wallet: Wallet): Signer => wallet],
    ["a browser's wallet", eip1193],
  ] as const) {
    it(`quotes, signs with ${kind}, executes, follows the stream and verifies the webhook`, async () => {
      const { wallet, address } = await freshPayer(harness, 8453, 5_000_000n);

      const quote = await client.quote(transfer);
      const sendable = await client.agentDo({
        ...transfer,
        fromAddress: address,
        toAddress: address,
      });
      const signed = await signPermit(signerOf(wallet), sendable, wanted());
      const { go, blockers } = await client.preflight(signed);
      const { id } = receiptIn(await client.execute({ ...signed, live: true }));
      const hook = await client.hooks.register({ routeId: id, url: endpoint.url, secret });
      const stages: string[] = [];
      const receipt = await client.waitForRoute(id, {
        withinMs: 60_000,
        onChange: ({ stage }) => stages.push(stage),
      });
      const [delivery] = await endpoint.until(1);
      if (delivery === undefined) expect.fail('no webhook came');
      const event = await verifyWebhook(delivery, { secret });

      expect(quote.to.estimated).to.equal('4996000');
      expect([go, blockers]).to.deep.equal([true, []]);
      expect(signed.permit2).to.have.nested.property('allowance.kind', 'eip2612');
      expect(receipt).to.include({ id, status: 'DONE', bridged: '4996000' });
      expect(stages.at(-1)).to.equal('DELIVERED');
      expect(asked).to.deep.equal(['text/event-stream']);
      expect(event).to.include({
        event: 'route.done',
        routeId: id,
        status: 'DONE',
        destTx: receipt.destTx,
        srcTx: receipt.srcTx,
      });
      expect(await client.hooks.get(hook.id)).to.deep.include({
        routeId: id,
        deliveryId: delivery.id,
      });
      expect(await usdcBalance(harness.devnet, 42161, address)).to.equal(4_996_000n);
    });
  }

  it('compares, solves, and plays a route through in the sandbox', async () => {
    const { best, quotes } = await client.compare(transfer);
    const { plan } = await client.solve({
      toChain: 42161,
      toToken: 'USDC',
      from: [{ chain: 8453, token: 'USDC', amount: '5000000' }],
      goal: 'max-output',
    });
    const playing = receiptIn(
      await client.execute({ ...transfer, toAddress: freshAddress() }, { sandbox: 'delivered' }),
    );
    const played = await client.waitForRoute(playing.id, { withinMs: 60_000 });

    expect([best, quotes.length, plan?.rail]).to.deep.equal(['stock', 1, 'stock']);
    expect(played).to.include({ id: playing.id, status: 'DONE', sandbox: true });
    expect(played.id).to.match(/^sbx_/);
  });

  it('branches on the code of a refusal, and sends the same signed body twice for one route', async () => {
    const { wallet, address } = await freshPayer(harness, 8453, 5_000_000n);
    const signed = await signPermit(
      wallet,
      await client.agentDo({ ...transfer, fromAddress: address, toAddress: address }),
      wanted(),
    );

    const refused = await client.quote({ ...transfer, token: 'NOPE' }).then(
      () => null,
      (error: unknown) => error,
    );
    const [first, second] = await Promise.all([
      client.execute({ ...signed, live: true }),
      client.execute({ ...signed, live: true }),
    ]);
    const receipt = await client.waitForRoute(receiptIn(first).id, { withinMs: 60_000 });

    expect(refused)
      .to.be.instanceOf(ServiceError)
      .and.to.include({ errorCode: 'UNROUTABLE_LANE', status: 404, retryable: false });
    expect(receiptIn(second).id).to.equal(receipt.id);
    expect(await usdcBalance(harness.devnet, 42161, address)).to.equal(4_996_000n);
  });
});

function receiptIn(answer: Awaited<ReturnType<Client['execute']>>): RouteReceipt {
  return 'id' in answer ? answer : expect.fail(answer.note);
}

/** The wallet as a browser's extension shows it. */
function eip1193(wallet: Wallet): Eip1193Provider {
  return {
    async request({ method, params = [] }) {
      if (method === 'eth_requestAccounts') return [wallet.address];
      expect([method, params[0]]).to.deep.equal(['eth_signTypedData_v4', wallet.address]);
      const {
        domain,
        types: { EIP712Domain: _own, ...types },
        message,
      } = JSON.parse(String(params[1])) as TypedDataText; // CAST: ethers checks what does not fit.
      return wallet.signTypedData(domain, types, message);
    },
  };
}

interface TypedDataText {
  readonly domain: { readonly name: string; readonly chainId: number };
  readonly types: Record<string, { name: string; type: string }[]>;
  readonly message: Record<string, unknown>;
}
