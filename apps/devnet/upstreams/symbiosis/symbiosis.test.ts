import { expect } from 'chai';
import { Interface } from 'ethers/abi';
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

type Swap = {
  tx: { to: string; data: string; value: string };
  approveTo: string;
  tokenAmountOut: { amount: string };
  tokenAmountOutMin: { amount: string };
};
type Told = {
  status: { code: number; text: string };
  txIn: { hash: string; chainId: number };
  tx: { hash: string; chainId: number } | null;
};

const router = new Interface([
  'function metaRoute((bytes firstSwapCalldata,bytes secondSwapCalldata,address[] approvedTokens,' +
    'address firstDexRouter,address secondDexRouter,uint256 amount,bool nativeIn,address relayRecipient,bytes otherSideCalldata)' +
    ' metarouteTransaction) payable',
]);

describe('the stand-in of Symbiosis', () => {
  let lane: Lane;

  before(async () => {
    lane = await openLane('symbiosis');
  });
  after(() => lane.close());

  for (const path of ['/crosschain/v2/quote', '/crosschain/v2/swap']) {
    it(`answers ${path} with price and transaction`, async () => {
      const { status, body } = await lane.post(path, wish(someone()));

      const {
        tx: { data },
      } = body as Swap; // CAST: the rest is asserted whole.
      const usdcIn = { address: usdcOf(lane.base), chainId: 8453, decimals: 6, symbol: 'USDC' };
      const usdcOut = {
        address: usdcOf(lane.arbitrum),
        chainId: 42161,
        decimals: 6,
        symbol: 'USDC',
      };
      expect({ status, body }).to.deep.equal({
        status: 200,
        body: {
          type: 'evm',
          kind: 'crosschain-swap',
          tx: { to: lane.base.bridge, data, value: '0' },
          approveTo: lane.base.bridge,
          fees: [
            {
              provider: 'symbiosis',
              description: 'Cross-chain fee',
              value: { ...usdcIn, amount: '520000' },
            },
          ],
          tokenAmountOut: { ...usdcOut, amount: '99480000' },
          tokenAmountOutMin: { ...usdcOut, amount: '98982600' },
          priceImpact: '0',
          estimatedTime: 2,
          routes: [{ provider: 'symbiosis', tokens: [usdcIn, usdcOut] }],
        },
      });
    });
  }

  it('pays the receiver what it quoted, and knows the transfer by its source transaction', async () => {
    const receiver = someone();
    const swap = await built(receiver);

    const { txHash } = await pay(swap);
    const codes = await wordsUntil<number | undefined>(
      0,
      async () => (await told(txHash)).body.status?.code,
    );

    const { status, txIn, tx } = (await told(txHash)).body;
    const onAnotherChain = await lane.get(`/crosschain/v2/tx/42161/${txHash}`);
    // Unknown for a moment, which is a 404 and has no code.
    expect(codes.filter((code) => code !== undefined)).to.deep.equal([-1, 1, 0]);
    expect([status, txIn]).to.deep.equal([
      { code: 0, text: 'Success' },
      { hash: txHash, chainId: 8453 },
    ]);
    expect([tx?.chainId, tx?.hash.length]).to.deep.equal([42161, 66]);
    expect(onAnotherChain.status).to.equal(404);
    expect(await heldBy(receiver, lane.arbitrum, usdcOf(lane.arbitrum))).to.equal(99_480_000n);
  });

  it('spells the coin as nothing', async () => {
    const receiver = someone();
    const coin = { address: '', decimals: 18, symbol: 'ETH' };
    const swap = await built(receiver, {
      tokenAmountIn: { ...coin, chainId: 8453, amount: '1000000000000000000' },
      tokenOut: { ...coin, chainId: 42161 },
    });

    const { txHash } = await lane.deposit(swap.tx);
    await wordsUntil<number | undefined>(0, async () => (await told(txHash)).body.status?.code);

    expect(swap.tx.value).to.equal('1000000000000000000');
    expect(swap.tokenAmountOut).to.have.property('address', '');
    expect(await heldBy(receiver, lane.arbitrum, null)).to.equal(999_633_333_333_333_333n);
  });

  it('gives a refunded transfer back to whom it came from, calls it reverted and names the refund', async () => {
    const receiver = someone();
    await lane.fault('refunded', receiver);
    const swap = await built(receiver);
    const before = await heldBy(lane.depositor, lane.base, usdcOf(lane.base));

    const { txHash } = await pay(swap);
    await wordsUntil<number | undefined>(3, async () => (await told(txHash)).body.status?.code);

    const { status, tx } = (await told(txHash)).body;
    expect([status, tx?.chainId, tx?.hash.length]).to.deep.equal([
      { code: 3, text: 'Reverted' },
      8453,
      66,
    ]);
    expect(await heldBy(lane.depositor, lane.base, usdcOf(lane.base))).to.equal(before);
  });

  it('has a code for a stuck transfer, which is not its end', async () => {
    const receiver = someone();
    await lane.fault('stuck', receiver);
    const swap = await built(receiver);

    const { txHash } = await pay(swap);
    await wordsUntil<number | undefined>(2, async () => (await told(txHash)).body.status?.code);
    await lane.fault(null, receiver);
    const codes = await wordsUntil<number | undefined>(
      0,
      async () => (await told(txHash)).body.status?.code,
    );

    expect(codes).to.deep.equal([2, 1, 0]);
  });

  it('finds late, under that fault, what it did not find at first', async () => {
    const receiver = someone();
    await lane.fault('not-found-then-found', receiver);
    const swap = await built(receiver);

    const { txHash } = await pay(swap);
    const statuses = await wordsUntil(200, async () => (await told(txHash)).status);

    expect(statuses).to.deep.equal([404, 200]);
  });

  it('does not know a transaction that is not a deposit', async () => {
    expect(await lane.get(`/crosschain/v2/tx/8453/0x${'1'.repeat(64)}`)).to.deep.equal({
      status: 404,
      body: { message: 'Transaction not found' },
    });
  });

  const offers: [Fault, (swap: Swap) => unknown, unknown][] = [
    ['wrong-target', ({ tx }) => tx.to, '0xBAdBadbADBaDBADBadbADbaDBadBaDBADBadBAD0'],
    [
      'lower-minimum',
      ({ tokenAmountOut, tokenAmountOutMin }) => [tokenAmountOut.amount, tokenAmountOutMin.amount],
      ['99480000', '89084340'],
    ],
  ];
  for (const [fault, look, seen] of offers) {
    it(`offers under ${fault} what must not be taken`, async () => {
      const receiver = someone();
      await lane.fault(fault, receiver);

      const swap = await built(receiver);

      expect(look(swap)).to.deep.equal(seen);
    });
  }

  it('takes another token than was named, under that fault', async () => {
    const receiver = someone();
    await lane.fault('wrong-token', receiver);

    const { tx } = await built(receiver);

    const [route] = router.decodeFunctionData('metaRoute', tx.data);
    const { approvedTokens, amount, nativeIn } = route as {
      approvedTokens: string[];
      amount: bigint;
      nativeIn: boolean;
    }; // CAST: by the ABI above.
    const dai = lane.base.tokens.find(({ symbol }) => symbol === 'DAI')?.address;
    expect([[...approvedTokens], amount, nativeIn]).to.deep.equal([[dai], 100_000_000n, false]);
  });

  const refusals: [string, object, Reply][] = [
    [
      'no slippage',
      { slippage: null },
      { status: 400, body: { errors: ['slippage should not be empty'] } },
    ],
    [
      'an amount that is not a string',
      { tokenAmountIn: { address: '', chainId: 8453, decimals: 18, symbol: 'ETH', amount: 5 } },
      { status: 400, body: { errors: ['tokenAmountIn.amount is invalid: 5'] } },
    ],
    [
      'a token without decimals',
      { tokenOut: { address: '', chainId: 42161, symbol: 'ETH' } },
      { status: 400, body: { errors: ['tokenOut.decimals should not be empty'] } },
    ],
    [
      'a chain it does not list',
      { tokenOut: { address: '', chainId: 480, decimals: 18, symbol: 'ETH' } },
      { status: 400, body: { message: 'There is no route for the tokens' } },
    ],
  ];
  for (const [what, change, reply] of refusals) {
    it(`answers ${what} in its own words`, async () => {
      expect(await lane.post('/crosschain/v2/swap', wish(someone(), change))).to.deep.equal(reply);
    });
  }

  it('answers 429 under the fault rate-limited', async () => {
    const receiver = someone();
    await lane.fault('rate-limited', receiver);

    expect(await lane.post('/crosschain/v2/swap', wish(receiver))).to.deep.equal({
      status: 429,
      body: { message: 'Too Many Requests' },
    });
  });

  it('names the least amount of one its fee eats up', async () => {
    const tokenAmountIn = {
      address: usdcOf(lane.base),
      chainId: 8453,
      decimals: 6,
      symbol: 'USDC',
      amount: '150000',
    };

    expect(
      await lane.post('/crosschain/v2/quote', wish(someone(), { tokenAmountIn })),
    ).to.deep.equal({
      status: 400,
      body: { message: 'Amount too low. Minimum amount: 1000002' },
    });
  });

  function wish(receiver: string, change: object = {}): object {
    return {
      tokenAmountIn: {
        address: usdcOf(lane.base),
        chainId: 8453,
        decimals: 6,
        symbol: 'USDC',
        amount: '100000000',
      },
      tokenOut: { address: usdcOf(lane.arbitrum), chainId: 42161, decimals: 6, symbol: 'USDC' },
      from: lane.depositor,
      to: receiver,
      slippage: 50,
      ...change,
    };
  }

  async function built(receiver: string, change: object = {}): Promise<Swap> {
    // CAST: the whole shape is asserted above.
    return (await lane.post('/crosschain/v2/swap', wish(receiver, change))).body as Swap;
  }

  function pay({ tx, approveTo }: Swap): ReturnType<Lane['deposit']> {
    return lane.deposit({ ...tx, approve: { spender: approveTo, units: 100_000_000n } });
  }

  async function told(txHash: string): Promise<{ status: number; body: Partial<Told> }> {
    const { status, body } = await lane.get(`/crosschain/v2/tx/8453/${txHash}`);
    return { status, body: body as Partial<Told> }; // CAST: asserted field by field.
  }
});
