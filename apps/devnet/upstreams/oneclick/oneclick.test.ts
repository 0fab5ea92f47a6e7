import { expect } from 'chai';
import { Interface } from 'ethers/abi';
import { decodeBase58, encodeBase58, getBytes, toBeHex } from 'ethers/utils';
import { createHash, createPublicKey, verify } from 'node:crypto';
import type { Fault } from '../fault-board.ts';
import {
  heldBy,
  type Lane,
  openLane,
  type Reply,
  someone,
  usdcOf,
  wordsUntil,
} from '../testing/open-lane.ts';
import { signer } from './sign-quote.ts';

type Terms = { depositAddress: string; amountIn: string; amountOut: string; minAmountOut: string };
type Quote = {
  quoteRequest: Record<string, unknown>;
  quote: Terms;
  timestamp: string;
  signature: string;
};
type Told = {
  status: string;
  swapDetails: {
    originChainTxHashes: { hash: string }[];
    destinationChainTxHashes: { hash: string }[];
    refundedAmount?: string;
  };
};

const erc20 = new Interface(['function transfer(address to, uint256 amount)']);
const ether = 1_000_000_000_000_000_000n;

describe('the stand-in of 1Click', () => {
  let lane: Lane;

  before(async () => {
    lane = await openLane('oneclick');
  });
  after(() => lane.close());

  it('lists the tokens of its chains', async () => {
    const { body } = await lane.get('/v0/tokens');

    const rows = body as {
      assetId: string;
      symbol: string;
      blockchain: string;
      decimals: number;
    }[];
    expect(
      rows.map(({ blockchain, symbol, decimals }) => [blockchain, symbol, decimals]),
    ).to.deep.equal([
      ['base', 'ETH', 18],
      ['base', 'USDC', 6],
      ['base', 'DAI', 18],
      ['arb', 'ETH', 18],
      ['arb', 'USDC', 6],
      ['arb', 'DAI', 18],
      ['btc', 'BTC', 8],
      ['sol', 'SOL', 9],
      ['stellar', 'XLM', 7],
      ['tron', 'TRX', 6],
      ['sui', 'SUI', 9],
      ['bera', 'BERA', 18],
      ['sol', 'USDC', 6],
      ['stellar', 'USDC', 7],
      ['tron', 'USDT', 6],
      ['sui', 'USDC', 6],
      ['bera', 'USDC', 6],
    ]);
    expect(rows.at(1)?.assetId).to.equal(assetOf('base', usdcOf(lane.base)));
  });

  it('names a fresh deposit address with each quote, and none with a dry one', async () => {
    const recipient = someone();

    const quotes = await Promise.all([
      quoted(recipient),
      quoted(recipient),
      quoted(recipient, { dry: true }),
    ]);

    const [first, second, dry] = quotes.map(({ quote }) => quote.depositAddress);
    expect(first).to.match(/^0x[0-9a-fA-F]{40}$/);
    expect(second).to.not.equal(first);
    expect(dry).to.equal(undefined);
    expect([quotes[0]?.quote.amountOut, quotes[0]?.quote.minAmountOut]).to.deep.equal([
      '99800000',
      '98802000',
    ]);
  });

  it('signs request, quote and time as one object, without the deposit mode, which it does not sign', async () => {
    const {
      quoteRequest: { depositMode: _mode, ...request },
      quote,
      timestamp,
      signature,
    } = await quoted(someone());

    const digest = createHash('sha256')
      .update(sorted({ ...request, ...quote, timestamp }))
      .digest();
    const key = createPublicKey({
      format: 'jwk',
      key: { kty: 'OKP', crv: 'Ed25519', x: bytesOf(signer, 32).toString('base64url') },
    });
    expect(verify(null, Buffer.from(encodeBase58(digest)), key, bytesOf(signature, 64))).to.equal(
      true,
    );
  });

  it("names a stranger's deposit address that it never signed, under a wrong target", async () => {
    const recipient = someone();
    await lane.fault('wrong-target', recipient);

    expect((await quoted(recipient)).quote.depositAddress).to.equal(
      '0xBAdBadbADBaDBADBadbADbaDBadBaDBADBadBAD0',
    );
  });

  it('pays the recipient what it quoted after a plain transfer', async () => {
    const recipient = someone();
    const { quote } = await quoted(recipient);
    const untouched = await told(quote);

    const { txHash } = await transfer(quote);
    const words = await wordsUntil('SUCCESS', async () => (await told(quote)).status);

    const { swapDetails } = await told(quote);
    expect(untouched.status).to.equal('PENDING_DEPOSIT');
    expect(words.filter((word) => word !== 'PENDING_DEPOSIT')).to.deep.equal([
      'KNOWN_DEPOSIT_TX',
      'PROCESSING',
      'SUCCESS',
    ]);
    expect(swapDetails.originChainTxHashes.map(({ hash }) => hash)).to.deep.equal([txHash]);
    expect(swapDetails.destinationChainTxHashes).to.have.lengthOf(1);
    expect(await heldBy(recipient, lane.arbitrum, usdcOf(lane.arbitrum))).to.equal(99_800_000n);
  });

  it('finds a transfer of the coin, which leaves no log', async () => {
    const recipient = someone();
    const { quote } = await quoted(recipient, {
      originAsset: 'nep141:base.omft.near',
      destinationAsset: 'nep141:arb.omft.near',
      amount: String(ether),
    });

    const { txHash } = await lane.deposit({
      to: quote.depositAddress,
      data: '0x',
      value: String(ether),
    });
    await wordsUntil('SUCCESS', async () => (await told(quote)).status);

    expect(
      (await told(quote)).swapDetails.originChainTxHashes.map(({ hash }) => hash),
    ).to.deep.equal([txHash]);
    expect(await heldBy(recipient, lane.arbitrum, null)).to.equal(998_000_000_000_000_000n);
  });

  it('waits on when less than the quoted amount comes', async () => {
    const recipient = someone();
    const { quote } = await quoted(recipient);

    await transfer({ ...quote, amountIn: '99999999' });
    await new Promise((done) => setTimeout(done, 300));

    expect((await told(quote)).status).to.equal('PENDING_DEPOSIT');
  });

  it('gives a deposit back out of the deposit address', async () => {
    const refundTo = someone();
    const { quote } = await paidUnder('refunded', { refundTo });

    await wordsUntil('REFUNDED', async () => (await told(quote)).status);

    expect((await told(quote)).swapDetails.refundedAmount).to.equal('100000000');
    expect(await heldBy(refundTo, lane.base, usdcOf(lane.base))).to.equal(100_000_000n);
    expect(await heldBy(quote.depositAddress, lane.base, usdcOf(lane.base))).to.equal(0n);
  });

  it('gives the coin back in full', async () => {
    const refundTo = someone();
    const recipient = someone();
    await lane.fault('refunded', recipient);
    const { quote } = await quoted(recipient, {
      refundTo,
      originAsset: 'nep141:base.omft.near',
      amount: String(ether),
    });

    await lane.deposit({ to: quote.depositAddress, data: '0x', value: String(ether) });
    await wordsUntil('REFUNDED', async () => (await told(quote)).status);

    expect(await heldBy(refundTo, lane.base, null)).to.equal(ether);
  });

  it('shows a wrong recipient in the request it repeats', async () => {
    const recipient = someone();
    await lane.fault('wrong-recipient', recipient);

    expect((await quoted(recipient)).quoteRequest.recipient).to.equal(
      '0xBAdBadbADBaDBADBadbADbaDBadBaDBADBadBAD0',
    );
  });

  it('shows a wrong token there, too', async () => {
    const recipient = someone();
    await lane.fault('wrong-token', recipient);

    const dai = lane.base.tokens.find(({ symbol }) => symbol === 'DAI')?.address ?? '';
    expect((await quoted(recipient)).quoteRequest.originAsset).to.equal(assetOf('base', dai));
  });

  it('refuses in its own words', async () => {
    const missing = await lane.post('/v0/quote', { dry: false });
    const past = await ask(someone(), { deadline: '2020-01-01T00:00:00.000Z' });
    const noRoute = await ask(someone(), { destinationAsset: 'nep141:eth.omft.near' });
    const unknown = await lane.get('/v0/status', { depositAddress: someone() });

    expect([missing, past, noRoute, unknown]).to.deep.equal([
      { status: 400, body: { message: 'swapType should not be empty' } },
      { status: 400, body: { message: 'deadline is not valid: a time in the past' } },
      { status: 400, body: { message: 'Failed to get quote' } },
      { status: 404, body: { message: 'Quote not found for the given deposit address' } },
    ]);
  });

  it('takes a hint of the deposit and answers where it stands', async () => {
    const {
      quote: { depositAddress },
    } = await quoted(someone());

    const { status, body } = await lane.post('/v0/deposit/submit', {
      txHash: `0x${'7'.repeat(64)}`,
      depositAddress,
    });

    expect([status, (body as Told).status]).to.deep.equal([200, 'PENDING_DEPOSIT']);
  });

  function ask(recipient: string, other: object = {}): Promise<Reply> {
    return lane.post('/v0/quote', {
      dry: false,
      swapType: 'EXACT_INPUT',
      slippageTolerance: 100,
      depositType: 'ORIGIN_CHAIN',
      refundType: 'ORIGIN_CHAIN',
      recipientType: 'DESTINATION_CHAIN',
      originAsset: assetOf('base', usdcOf(lane.base)),
      destinationAsset: assetOf('arb', usdcOf(lane.arbitrum)),
      amount: '100000000',
      refundTo: lane.depositor,
      recipient,
      deadline: new Date(Date.now() + 600_000).toISOString(),
      ...other,
    });
  }

  async function quoted(recipient: string, other: object = {}): Promise<Quote> {
    const { status, body } = await ask(recipient, other);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body as Quote;
  }

  async function paidUnder(fault: Fault, other: object = {}): Promise<Quote> {
    const recipient = someone();
    await lane.fault(fault, recipient);
    const quote = await quoted(recipient, other);
    await transfer(quote.quote);
    return quote;
  }

  function transfer({
    depositAddress,
    amountIn,
  }: Terms): Promise<{ txHash: string; succeeded: boolean }> {
    return lane.deposit({
      to: usdcOf(lane.base),
      data: erc20.encodeFunctionData('transfer', [depositAddress, BigInt(amountIn)]),
    });
  }

  async function told({ depositAddress }: Terms): Promise<Told> {
    return (await lane.get('/v0/status', { depositAddress })).body as Told;
  }
});

function assetOf(blockchain: string, address: string): string {
  return `nep141:${blockchain}-${address.toLowerCase()}.omft.near`;
}

// One level is all these objects have.
function sorted(members: object): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(members).sort(([one], [other]) => (one < other ? -1 : 1))),
  );
}

function bytesOf(text: string, length: number): Buffer {
  return Buffer.from(getBytes(toBeHex(decodeBase58(text.slice('ed25519:'.length)), length)));
}
