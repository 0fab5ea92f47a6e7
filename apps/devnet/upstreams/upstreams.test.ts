import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { minedReceipts, rpc } from '../chains/json-rpc.ts';
import { UnlockedAccount } from '../chains/unlocked-account.ts';
import type { Fault } from './fault-board.ts';
import {
  heldBy,
  type Lane,
  openLane,
  type Reply,
  someone,
  usdcOf,
  wordsUntil,
} from './testing/open-lane.ts';
import { Interface } from 'ethers/abi';

type Call = { to: string; data: string; value: string };
type Quote = {
  swapTx: Call;
  expectedOutputAmount: string;
  minOutputAmount: string;
  quoteExpiryTimestamp: number;
};
type Row = {
  engine: string;
  url: string;
  faults: { fault: string; recipient: string | null; times: number | null }[];
  deposits: { recipient: string; stage: string }[];
};
type Report = { engines: Row[]; unasked: { txHash: string }[] };

const shortMs = 400;

/**
 * Across represents all of them here: its status is requested by the deposit, and its quote has its
 * expiry.
 */
describe('the upstream stand-ins', () => {
  let lane: Lane;

  before(async () => {
    lane = await openLane('across');
  });
  after(() => lane.close());

  describe('deposits', () => {
    it('are each filled once, also twenty at the same time', async () => {
      const recipients = Array.from({ length: 20 }, someone);
      const quotes = await Promise.all(
        recipients.map((recipient) => quoted(recipient, '20000000')),
      );

      const deposits = await Promise.all(quotes.map((quote) => pay(quote, 20_000_000n)));
      await Promise.all(deposits.map(({ txHash }) => wordsUntil('filled', () => word(txHash))));
      await sleep(shortMs);

      const held = await Promise.all(
        recipients.map((recipient) => heldBy(recipient, lane.arbitrum, usdcOf(lane.arbitrum))),
      );
      expect(held).to.deep.equal(recipients.map(() => 19_890_000n));
      const rows = (await acrossRow()).deposits.filter(({ recipient }) =>
        recipients.includes(recipient),
      );
      expect(rows.map(({ stage }) => stage)).to.deep.equal(recipients.map(() => 'filled'));
    });

    it('of a call made twice are filled once, and the second is listed as not requested', async () => {
      const recipient = someone();
      const quote = await quoted(recipient);
      const first = await pay(quote);

      const second = await pay(quote);
      await wordsUntil('filled', () => word(first.txHash));
      await sleep(shortMs);

      expect(await heldBy(recipient, lane.arbitrum, usdcOf(lane.arbitrum))).to.equal(9_895_000n);
      expect((await report()).unasked.map(({ txHash }) => txHash)).to.deep.equal([second.txHash]);
    });

    it('go back when the recipient cannot be paid', async () => {
      const recipient = someone();
      await blacklist(recipient);
      const held = await heldBy(lane.depositor, lane.base, usdcOf(lane.base));

      const { txHash } = await pay(await quoted(recipient));
      await wordsUntil('refunded', () => word(txHash));

      expect(await heldBy(lane.depositor, lane.base, usdcOf(lane.base))).to.equal(held);
    });

    it('for a quote that had expired go back', async () => {
      const { txHash } = await paidUnder('expired-quote');

      expect((await wordsUntil('refunded', () => word(txHash))).at(-1)).to.equal('refunded');
    });

    it('are paid short, late, not at all or in another token under such a fault', async () => {
      const [short, lying, partial, slow] = await Promise.all([
        paidUnder('short-fill'),
        paidUnder('lying-done'),
        paidUnder('partial'),
        paidUnder('slow-fill'),
      ]);

      await Promise.all(
        [short, lying, partial].map(({ txHash }) => wordsUntil('filled', () => word(txHash))),
      );

      const dai = lane.arbitrum.tokens.find(({ symbol }) => symbol === 'DAI')?.address ?? '';
      const usdc = usdcOf(lane.arbitrum);
      expect(await heldBy(short.recipient, lane.arbitrum, usdc)).to.equal(8_816_445n);
      expect(await heldBy(lying.recipient, lane.arbitrum, usdc)).to.equal(0n);
      expect([
        await heldBy(partial.recipient, lane.arbitrum, usdc),
        await heldBy(partial.recipient, lane.arbitrum, dai),
      ]).to.deep.equal([0n, 9_895_000_000_000_000_000n]);
      expect(await word(slow.txHash)).to.equal('pending');
    });
  });

  describe('offers', () => {
    it('promise less than the slippage allows', async () => {
      expect((await quotedUnder('lower-minimum')).minOutputAmount).to.equal('8816445');
    });

    it('name a target that is not the bridge', async () => {
      expect((await quotedUnder('wrong-target')).swapTx.to).to.equal(
        '0xBAdBadbADBaDBADBadbADbaDBadBaDBADBadBAD0',
      );
    });

    it('hold calldata that the bridge reverts', async () => {
      expect((await pay(await quotedUnder('reverting-call'))).succeeded).to.equal(false);
    });

    it('are past their expiry', async () => {
      expect((await quotedUnder('expired-quote')).quoteExpiryTimestamp * 1_000).to.be.below(
        Date.now(),
      );
    });

    it('are not made', async () => {
      const recipient = someone();
      await lane.fault('no-route', recipient);

      expect(await ask(recipient)).to.deep.include({ status: 400 });
    });
  });

  describe('answers', () => {
    it('say when to come back', async () => {
      const response = await askedUnder('rate-limited');

      expect([response.status, response.headers.get('retry-after')]).to.deep.equal([429, '2']);
    });

    it('are a web page or half a JSON text', async () => {
      const page = await askedUnder('html-502');
      const half = await askedUnder('garbage-json');

      expect([page.status, page.headers.get('content-type')]).to.deep.equal([
        502,
        'text/html; charset=utf-8',
      ]);
      expect([half.status, half.headers.get('content-type')]).to.deep.equal([
        200,
        'application/json; charset=utf-8',
      ]);
      expect(await messageOf(half.json())).to.contain('JSON');
    });

    for (const fault of ['slow', 'hang'] as const) {
      it(`do not come in a short time under "${fault}"`, async () => {
        expect(await messageOf(askedUnder(fault))).to.contain('timeout');
      });
    }

    it('about a deposit leave it unknown for a while', async () => {
      const { txHash } = await paidUnder('not-found-then-found');
      await sleep(shortMs);
      const early = await lane.get('/api/deposit/status', { depositTxnRef: txHash });

      expect(early.status).to.equal(404);
      expect((await wordsUntil('filled', () => word(txHash))).at(-1)).to.equal('filled');
    });

    it('about a deposit do not come, while quotes do', async () => {
      const { txHash } = await paidUnder('silent-status');
      await sleep(shortMs);

      const silent = fetch(`${lane.url}/api/deposit/status?depositTxnRef=${txHash}`, {
        signal: AbortSignal.timeout(shortMs),
      });

      expect(await messageOf(silent)).to.contain('timeout');
    });
  });

  describe('POST /devnet/upstreams', () => {
    it('posts a fault for one recipient and a number of times', async () => {
      const [told, other] = [someone(), someone()];
      await post({ engine: 'across', fault: 'no-route', recipient: told, times: 2 });

      const statuses = [await ask(told), await ask(other), await ask(told), await ask(told)].map(
        ({ status }) => status,
      );

      expect(statuses).to.deep.equal([400, 200, 400, 200]);
    });

    it('posts a fault for all engines and recipients, and clears it', async () => {
      const posted = await post({ engine: '*', fault: 'html-502' });
      const during = (await askRaw(someone())).status;
      const listed = (await report()).engines.map(({ faults }) =>
        faults.filter(({ recipient }) => recipient === null),
      );
      await post({ engine: '*', fault: null });

      expect(posted.status).to.equal(200);
      expect(during).to.equal(502);
      expect(listed).to.deep.equal(
        listed.map(() => [{ fault: 'html-502', recipient: null, times: null }]),
      );
      expect((await ask(someone())).status).to.equal(200);
    });

    const refusals: [string, object, string][] = [
      [
        'an unknown engine',
        { engine: 'wormhole', fault: null },
        'engine is "wormhole"; wanted * or one of lifi, relay,',
      ],
      [
        'an unknown fault',
        { engine: '*', fault: 'rain' },
        'fault is "rain"; wanted null or one of rate-limited,',
      ],
      ['no fault', { engine: '*' }, 'fault is missing;'],
      [
        'a recipient that is none',
        { engine: '*', fault: 'slow', recipient: '0x12' },
        'recipient is "0x12";',
      ],
      ['no times', { engine: '*', fault: 'slow', times: 0 }, 'times is 0;'],
      [
        'an unknown key',
        { engine: '*', fault: 'slow', until: 1 },
        'the body has the unknown key "until"',
      ],
    ];
    for (const [what, body, reason] of refusals) {
      it(`refuses ${what}`, async () => {
        const {
          status,
          body: { error },
        } = await post(body);

        expect(status).to.equal(400);
        expect(error).to.contain(reason);
      });
    }
  });

  it('are listed with their addresses, and the key of the one that signs', async () => {
    const { upstreams } = (await (await fetch(`${lane.devnetUrl}/devnet`)).json()) as {
      upstreams: { engine: string; url: string; signer?: string }[];
    };

    expect(upstreams.map(({ engine }) => engine)).to.deep.equal([
      'lifi',
      'relay',
      'across',
      'socket',
      'debridge',
      'symbiosis',
      'stargate',
      'oneclick',
    ]);
    expect((await report()).engines.map(({ engine, url }) => ({ engine, url }))).to.deep.equal(
      upstreams.map(({ engine, url }) => ({ engine, url })),
    );
    expect(
      upstreams.flatMap(({ engine, signer }) => (signer === undefined ? [] : [engine])),
    ).to.deep.equal(['oneclick']);
  });

  function queryFor(recipient: string, amount: string): Record<string, string> {
    return {
      tradeType: 'exactInput',
      amount,
      inputToken: usdcOf(lane.base),
      outputToken: usdcOf(lane.arbitrum),
      originChainId: '8453',
      destinationChainId: '42161',
      depositor: lane.depositor,
      recipient,
      slippage: '0.01',
    };
  }

  function ask(recipient: string, amount = '10000000'): Promise<Reply> {
    return lane.get('/api/swap/approval', queryFor(recipient, amount));
  }

  function askRaw(recipient: string): Promise<Response> {
    const query = new URLSearchParams(queryFor(recipient, '10000000')).toString();
    return fetch(`${lane.url}/api/swap/approval?${query}`, {
      signal: AbortSignal.timeout(shortMs),
    });
  }

  async function askedUnder(fault: Fault): Promise<Response> {
    const recipient = someone();
    await lane.fault(fault, recipient);
    return askRaw(recipient);
  }

  async function quoted(recipient: string, amount?: string): Promise<Quote> {
    const { status, body } = await ask(recipient, amount);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body as Quote;
  }

  async function quotedUnder(fault: Fault): Promise<Quote> {
    const recipient = someone();
    await lane.fault(fault, recipient);
    return quoted(recipient);
  }

  async function paidUnder(fault: Fault): Promise<{ txHash: string; recipient: string }> {
    const recipient = someone();
    await lane.fault(fault, recipient);
    return { txHash: (await pay(await quoted(recipient))).txHash, recipient };
  }

  function pay(
    { swapTx }: Quote,
    units = 10_000_000n,
  ): Promise<{ txHash: string; succeeded: boolean }> {
    return lane.deposit({ ...swapTx, approve: { spender: lane.base.bridge, units } });
  }

  async function word(depositTxnRef: string): Promise<string> {
    const { body } = await lane.get('/api/deposit/status', { depositTxnRef });
    return (body as { status: string }).status;
  }

  async function post(body: object): Promise<{ status: number; body: { error?: string } }> {
    const response = await fetch(`${lane.devnetUrl}/devnet/upstreams`, {
      headers: { 'content-type': 'application/json' },
      method: 'POST',
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as { error?: string } };
  }

  async function report(): Promise<Report> {
    return (await (await fetch(`${lane.devnetUrl}/devnet/upstreams`)).json()) as Report;
  }

  async function acrossRow(): Promise<Row> {
    const row = (await report()).engines.find(({ engine }) => engine === 'across');
    if (row === undefined) throw new Error('the devnet lists no across');
    return row;
  }

  // The first account of a node owns its token.
  async function blacklist(account: string): Promise<void> {
    const { rpcUrl } = lane.arbitrum;
    const [owner = ''] = (await rpc(rpcUrl, 'eth_accounts')) as string[];
    const data = new Interface(['function blacklist(address account)']).encodeFunctionData(
      'blacklist',
      [account],
    );
    await minedReceipts(
      rpcUrl,
      await new UnlockedAccount(rpcUrl, owner).send([{ to: usdcOf(lane.arbitrum), data }]),
    );
  }
});

async function messageOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'none',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}
