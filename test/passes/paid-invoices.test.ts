import {
  base64Of,
  blindMessages,
  bytesInBase64,
  finalizeAll,
  passText,
} from '@interline/client/passes';
import { createClient, type Client } from '@interline/client';
import { readPublicKey } from '@interline/client/passes';
import type { Devnet } from '@interline/devnet';
import { expect } from 'chai';
import { chainRpc } from '../support/chain-rpc.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { until } from '../support/until.ts';

type Asset = 'usdc-8453' | 'usdc-42161' | 'eth-8453' | 'eth-42161';

/** Invoices as a client has them, on real local chains. */
describe('an invoice', () => {
  let harness: Harness;
  let client: Client;
  before(async () => {
    harness = await startHarness();
    client = createClient({ baseUrl: harness.url, sendsRefusedOnce: true });
  });
  after(() => harness.stop());

  const open = (bundle: 'starter' | 'bundle', bundles: number, asset: Asset) =>
    client.call('POST /api/plus/invoice', { body: { bundle, bundles, asset } });
  const read = (id: string) => client.call('GET /api/plus/invoice/{id}', { params: { id } });
  const isIn = (id: string, ...states: string[]) =>
    until(`an invoice that is ${states.join(' or ')}`, async () => {
      const invoice = await read(id);
      return states.includes(invoice.state) && invoice;
    });

  it('can be paid in the coin and the dollars of the chains that run', async () => {
    const { assets, products } = await client.call('GET /api/plus/info', {});

    expect(assets).to.deep.equal({
      'eth-42161': { chainId: 42161, symbol: 'ETH', kind: 'native' },
      'eth-8453': { chainId: 8453, symbol: 'ETH', kind: 'native' },
      'usdc-8453': { chainId: 8453, symbol: 'USDC', kind: 'erc20' },
      'usdc-42161': { chainId: 42161, symbol: 'USDC', kind: 'erc20' },
    });
    expect(
      Object.entries(products).map(([name, { tokens, usd }]) => [name, tokens, usd]),
    ).to.deep.equal([
      ['starter', 1_000, 1],
      ['bundle', 5_000, 3],
      ['bulk', 25_000, 10],
    ]);
  });

  it('has its own address and price, and is unknown under another id', async () => {
    const one = await open('bundle', 2, 'usdc-8453');
    const other = await open('starter', 1, 'eth-42161');
    const unknown = await fetch(`${harness.url}/api/plus/invoice/inv_${'0'.repeat(32)}`);

    expect([one.amount, one.tokens, one.usd, one.state]).to.deep.equal([
      '6000000',
      10_000,
      6,
      'open',
    ]);
    expect([other.amount, other.symbol, other.chainId]).to.deep.equal([
      '333333333333334',
      'ETH',
      42161,
    ]);
    expect(other.uri).to.equal(`ethereum:${other.payTo.toLowerCase()}@42161?value=333333333333334`);
    expect(one.payTo).not.to.equal(other.payTo);
    expect(unknown.status).to.equal(404);
  });

  for (const asset of ['usdc-8453', 'eth-42161'] as const)
    it(`that is paid in ${asset} pays for its passes, which spend`, async () => {
      const invoice = await open('starter', 1, asset);
      const early = await claim(client, invoice.id, 1).catch(codeOf);
      await pay(harness.devnet, invoice, BigInt(invoice.amount));

      await isIn(invoice.id, 'paid');
      const { passes, issued, remaining } = await claim(client, invoice.id, 3);
      const spent = await fetch(`${harness.url}/api/plus/redeem`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(passes[0]),
      });

      expect(early).to.equal('INVOICE_NOT_PAID');
      expect([passes.length, issued, remaining]).to.deep.equal([3, 3, 997]);
      expect([
        spent.status,
        passText(passes[1] ?? { preparedMsg: '', sig: '' }).length,
      ]).to.deep.equal([200, 688]);
    });

  it('that is paid in part waits for the rest, and pays for nothing before', async () => {
    const invoice = await open('starter', 2, 'usdc-42161');
    await pay(harness.devnet, invoice, 1_999_999n);
    const short = await isIn(invoice.id, 'underpaid');
    const refused = await claim(client, invoice.id, 1).catch(codeOf);
    await pay(harness.devnet, invoice, 1n);
    const paid = await isIn(invoice.id, 'paid');

    expect([short.received, short.remaining, refused]).to.deep.equal([
      '1999999',
      0,
      'INVOICE_NOT_PAID',
    ]);
    expect([paid.received, paid.remaining]).to.deep.equal(['2000000', 2_000]);
  });

  it('that is paid twice, and a little, pays for twice as many', async () => {
    const invoice = await open('starter', 1, 'usdc-8453');
    await pay(harness.devnet, invoice, 1_000_000n);
    const once = await isIn(invoice.id, 'paid');
    await pay(harness.devnet, invoice, 1_900_000n);
    const twice = await until('a second payment', async () => {
      const seen = await read(invoice.id);
      return seen.received === '2900000' && seen;
    });

    expect([once.tokens, twice.tokens, twice.remaining]).to.deep.equal([1_000, 2_000, 2_000]);
  });

  it('shows a transaction that a claim names, if it paid, and no other one', async () => {
    const invoice = await open('starter', 1, 'usdc-8453');
    await pay(harness.devnet, invoice, 1_000_000n);
    await isIn(invoice.id, 'paid');
    const [{ transactionHash = '' } = {}] = (await chainRpc(harness.devnet, 8453, 'eth_getLogs', [
      {
        fromBlock: '0x0',
        topics: [null, null, `0x${invoice.payTo.slice(2).toLowerCase().padStart(64, '0')}`],
      },
    ])) as { transactionHash: string }[]; // CAST: anvil's own shape.
    for (const txHash of [`0x${'1'.repeat(64)}`, 'no hash', transactionHash, transactionHash])
      await client.call('POST /api/plus/claim', {
        body: { invoiceId: invoice.id, txHash, ...(await blindedFor(client, 1)) },
      });

    expect((await read(invoice.id)).txs).to.deep.equal([transactionHash]);
  });

  it('is not made for a chain that the operator has closed, and what was made before goes on', async () => {
    const invoice = await open('starter', 1, 'usdc-42161');
    const order = (action: 'drain' | 'resume') =>
      harness.client.post(
        `/operator/${action}`,
        { scope: 'chain:42161', reason: 'a rehearsal' },
        { authorization: `Bearer ${harness.operatorToken}` },
      );
    await order('drain');
    const refused = await open('starter', 1, 'usdc-42161').catch(codeOf);
    const elsewhere = await open('starter', 1, 'usdc-8453');
    await pay(harness.devnet, invoice, 1_000_000n);
    const paid = await isIn(invoice.id, 'paid');
    await order('resume');

    expect([refused, elsewhere.state, paid.remaining]).to.deep.equal(['PAUSED', 'open', 1_000]);
  });

  it('is exhausted by its last pass, and answers the same claim again', async () => {
    const invoice = await open('starter', 1, 'usdc-8453');
    await pay(harness.devnet, invoice, 1_000_000n);
    await isIn(invoice.id, 'paid');
    const body = await blindedFor(client, 1_000);

    const first = await client.call('POST /api/plus/claim', {
      body: { invoiceId: invoice.id, ...body },
    });
    const again = await client.call('POST /api/plus/claim', {
      body: { invoiceId: invoice.id, ...body },
    });
    const more = await claim(client, invoice.id, 1).catch(codeOf);
    const { state } = await read(invoice.id);

    expect([first.issued, first.remaining, first.blindSigs.length]).to.deep.equal([
      1_000, 0, 1_000,
    ]);
    expect(again).to.deep.equal(first);
    expect([more, state]).to.deep.equal(['QUOTA_EXCEEDED', 'exhausted']);
  });

  it('refuses a claim for another key than the one that signs, and charges nothing', async () => {
    const invoice = await open('starter', 1, 'usdc-8453');
    await pay(harness.devnet, invoice, 1_000_000n);
    await isIn(invoice.id, 'paid');
    const { blinded } = await blindedFor(client, 1);

    const refused = await client
      .call('POST /api/plus/claim', { body: { invoiceId: invoice.id, blinded, seq: 2 } })
      .catch(codeOf);

    expect([refused, (await read(invoice.id)).issued]).to.deep.equal(['KEY_ROTATED', 0]);
  });
});

async function blindedFor(client: Client, count: number) {
  const { tokens } = await client.call('GET /api/plus/info', {});
  const key = await readPublicKey(tokens.publicKeyJwk ?? { kty: '', n: '', e: '' });
  const blindings = await blindMessages(key, count);
  return { blinded: blindings.map(({ blinded }) => base64Of(blinded)) };
}

async function claim(client: Client, invoiceId: string, count: number) {
  const { tokens } = await client.call('GET /api/plus/info', {});
  const key = await readPublicKey(tokens.publicKeyJwk ?? { kty: '', n: '', e: '' });
  const blindings = await blindMessages(key, count);
  const { blindSigs, issued, remaining } = await client.call('POST /api/plus/claim', {
    body: { invoiceId, blinded: blindings.map(({ blinded }) => base64Of(blinded)) },
  });
  return { passes: finalizeAll(key, blindings, blindSigs.map(bytesInBase64)), issued, remaining };
}

async function pay(
  devnet: Devnet,
  {
    chainId,
    symbol,
    payTo,
  }: { readonly chainId: number | string; readonly symbol: string; readonly payTo: string },
  amount: bigint,
): Promise<void> {
  const listed = devnet.chains.find((one) => one.chainId === chainId);
  const token = listed?.tokens.find((one) => one.symbol === symbol)?.address ?? 'native';
  await devnet.faucet({ chainId: Number(chainId), token, to: payTo, amount });
}

function codeOf(error: unknown): unknown {
  return (error as { errorCode?: unknown }).errorCode; // CAST: what the client throws.
}
