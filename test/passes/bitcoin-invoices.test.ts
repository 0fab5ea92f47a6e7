import { createClient, type Client } from '@interline/client';
import { claimPasses } from '@interline/client/passes';
import { expect } from 'chai';
import {
  type BeyondEvmHarness,
  bitcoinRpc,
  expiringAfter,
  startBeyondEvm,
} from '../support/beyond-evm-harness.ts';
import { until } from '../support/until.ts';

describe('an invoice that is paid in bitcoin', () => {
  const caller = buying();

  it('shows its deposit, and pays for its passes once that has arrived', async () => {
    const { assets } = await caller.client.call('GET /api/plus/info', {});
    const invoice = await caller.open(10);
    const early = await caller.claim(invoice.id).catch(codeOf);
    const tx = await caller.pay(invoice.payTo, BigInt(invoice.amount));
    const paid = await caller.isIn(invoice.id, 'paid');
    const { passes, remaining } = await caller.claim(invoice.id);

    expect(assets['btc']).to.deep.equal({ chainId: 'bitcoin', symbol: 'BTC', kind: 'btc-swap' });
    expect(invoice).to.include({ state: 'open', symbol: 'BTC', chainId: 'bitcoin', usd: 100 });
    expect(invoice.uri).to.match(/^bitcoin:bcrt1\w+\?amount=0\.00\d+$/);
    expect(invoice.refundClaim).to.match(/^[0-9a-f]{64}$/);
    expect(early).to.equal('INVOICE_NOT_PAID');
    expect([paid.tokens, paid.received, paid.txs]).to.deep.equal([250_000, invoice.amount, [tx]]);
    expect([passes.length, remaining]).to.deep.equal([3, 249_997]);
  });

  it('costs little more than its price: what the miners and the route take', async () => {
    const quoted = await caller.client.call('GET /api/route/quote', {
      query: {
        fromChain: 'bitcoin',
        toChain: '8453',
        fromToken: 'BTC',
        toToken: 'USDC',
        amount: '1000000',
      },
    });
    const { amount } = await caller.open(10);
    const perSat = Number(quoted.to.estimated) / 1_000_000;

    expect((Number(amount) * perSat) / 1_000_000).to.be.within(100, 101);
  });

  it('is refused below 100,000 sats with how many bundles it takes, and with an invalid refund address', async () => {
    const small = await caller.open(1).catch((error: unknown) => error);
    const starter = await caller.open(1, { bundle: 'starter' }).catch((error: unknown) => error);
    const fewest = Number(detailOf(small, 'bundles'));
    const wrong = await caller.open(10, { refundAddress: 'tb1qwrong' }).catch(codeOf);
    const enough = await caller.open(fewest);
    const tooFew = await caller.open(fewest - 1).catch(codeOf);

    expect([codeOf(small), codeOf(starter), wrong, tooFew]).to.deep.equal([
      'BELOW_MINIMUM',
      'BELOW_MINIMUM',
      'BAD_REQUEST',
      'BELOW_MINIMUM',
    ]);
    expect(Number(enough.amount)).to.be.at.least(100_000);
  });
});

describe('an invoice in bitcoin of which too little came', () => {
  const caller = buying({ deposits: expiringAfter(4_000) });

  it('sends it back to its refund address, and is refunded', async () => {
    const refundAddress = await caller.freshAddress();
    const invoice = await caller.open(10, { refundAddress });
    await caller.pay(invoice.payTo, BigInt(invoice.amount) - 1n);
    const refunded = await caller.isBack(invoice.id);
    const claimed = await caller.claim(invoice.id).catch(codeOf);

    expect([refunded.issued, refunded.remaining, claimed]).to.deep.equal([0, 0, 'INVOICE_EXPIRED']);
    expect(await caller.received(refundAddress)).to.be.within(
      Number(invoice.amount) - 2_000,
      Number(invoice.amount) - 2,
    );
  });

  it('waits for a refund address if none was named, notes that, and is sent there', async () => {
    const invoice = await caller.open(10);
    await caller.pay(invoice.payTo, BigInt(invoice.amount) - 1n);
    const waiting = await caller.isIn(invoice.id, 'refunded');
    await caller.nameRefund(invoice, await caller.freshAddress());
    const refunded = await caller.isBack(invoice.id);

    expect([waiting.refundTx, waiting.note]).to.deep.equal([null, waitsForAddress]);
    expect(refunded.note).to.match(/^What was deposited goes back/);
  });

  it('says the same of what came once it was expired', async () => {
    const invoice = await caller.open(10);
    await caller.isIn(invoice.id, 'expired');
    await caller.pay(invoice.payTo, BigInt(invoice.amount));
    const waiting = await caller.isIn(invoice.id, 'refunded');
    await caller.nameRefund(invoice, await caller.freshAddress());

    expect([waiting.refundTx, waiting.note]).to.deep.equal([null, waitsForAddress]);
    expect((await caller.isBack(invoice.id)).refundTx).to.match(/^[0-9a-f]{64}$/);
  });

  it('is expired if nothing came', async () => {
    const invoice = await caller.open(10);

    expect((await caller.isIn(invoice.id, 'expired')).note).to.include('goes back');
  });
});

const waitsForAddress =
  "The refund waits for an address: none was named for the deposit. Name one with POST /api/route/refund-address and the refundClaim that came with the deposit's address. Where that is lost, tell the service's operator this id.";

/** Of a service with a devnet of its own. */
function buying(policy: NonNullable<Parameters<typeof startBeyondEvm>[1]>['policy'] = {}) {
  let harness: BeyondEvmHarness;
  let client: Client;
  before(async function () {
    harness = await startBeyondEvm(this, { policy });
    client = createClient({ baseUrl: harness.url, sendsRefusedOnce: true });
  });
  after(async () => {
    // Undefined where the tests were skipped.
    await (harness as BeyondEvmHarness | undefined)?.stop();
  });
  const rpc = (method: string, ...params: readonly unknown[]): Promise<unknown> =>
    bitcoinRpc(harness.bitcoin, method, ...params);

  const isIn = (id: string, state: string) =>
    until(`an invoice that is ${state}`, async () => {
      const invoice = await client.call('GET /api/plus/invoice/{id}', { params: { id } });
      return invoice.state === state && invoice;
    });

  return {
    get client() {
      return client;
    },
    open: (
      bundles: number,
      more: { readonly bundle?: 'starter'; readonly refundAddress?: string } = {},
    ) =>
      client.call('POST /api/plus/invoice', {
        body: { bundle: 'bulk', bundles, asset: 'btc', ...more },
      }),
    isIn,
    isBack: (id: string) =>
      until('a refund', async () => {
        const now = await isIn(id, 'refunded');
        return now.refundTx !== null && now;
      }),
    nameRefund: (
      {
        routeId = '',
        refundClaim = '',
      }: { readonly routeId?: string; readonly refundClaim?: string },
      refundAddress: string,
    ) =>
      client.call('POST /api/route/refund-address', {
        body: { id: routeId, refundClaim, refundAddress },
      }),
    claim: (id: string) => claimPasses(client, id, 3, { keep: () => undefined }),
    pay: async (address: string, sats: bigint) =>
      String(await rpc('sendtoaddress', address, (Number(sats) / 100_000_000).toFixed(8))),
    freshAddress: async () => String(await rpc('getnewaddress', '', 'bech32m')),
    received: async (address: string) =>
      Math.round(Number(await rpc('getreceivedbyaddress', address, 0)) * 100_000_000),
  };
}

function codeOf(error: unknown): unknown {
  return (error as { errorCode?: unknown }).errorCode; // CAST: what the client throws.
}

function detailOf(error: unknown, name: string): unknown {
  // CAST: the same.
  return (error as { body?: { details?: Readonly<Record<string, unknown>> } }).body?.details?.[
    name
  ];
}
