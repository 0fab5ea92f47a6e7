import { expect } from 'chai';
import { type OutgoingHttpHeaders, request } from 'node:http';
import { Contract, JsonRpcProvider, Wallet } from 'ethers';
import type { DevnetChain } from '../devnet-report.ts';
import { type Devnet, startDevnet } from '../supervisor.ts';

const erc20 = ['function balanceOf(address) view returns (uint256)'];

describe('the devnet over HTTP', () => {
  let devnet: Devnet;
  let base: DevnetChain;
  let arbitrum: DevnetChain;
  const providers = new Map<number, JsonRpcProvider>();

  before(async () => {
    devnet = await startDevnet({ chainIds: [42161, 8453] });
    // CAST: two chains were asked for.
    [base, arbitrum] = devnet.chains as [DevnetChain, DevnetChain];
    for (const { chainId, rpcUrl } of devnet.chains) {
      providers.set(
        chainId,
        new JsonRpcProvider(rpcUrl, chainId, { staticNetwork: true, cacheTimeout: -1 }),
      );
    }
  });

  after(async () => {
    for (const provider of providers.values()) provider.destroy();
    await devnet.stop();
  });

  describe('GET /devnet', () => {
    it('reports what runs', async () => {
      const response = await fetch(`${devnet.url}/devnet`);

      expect(await response.json()).to.deep.equal({
        instance: devnet.instance,
        chains: [base, arbitrum],
        upstreams: devnet.upstreams,
        bitcoin: null,
        solana: null,
        stellar: null,
        witnesses: [],
        missing: [],
      });
      expect(devnet.instance).to.match(/^[0-9a-f]{32}$/);
      expect(base).to.deep.include({ chainId: 8453, name: 'Base' });
      expect(base.tokens.map(({ symbol, decimals }) => [symbol, decimals])).to.deep.equal([
        ['USDC', 6],
        ['DAI', 18],
      ]);
    });

    it('gives the contracts one address on all chains', () => {
      expect(arbitrum.tokens).to.deep.equal(base.tokens);
      expect(arbitrum.memberNft).to.equal(base.memberNft);
      expect(arbitrum.bridge).to.equal(base.bridge);
    });
  });

  describe('POST /devnet/faucet', () => {
    it('mints a token by symbol and by address', async () => {
      const to = someone();

      const bySymbol = await post('/devnet/faucet', {
        chainId: 8453,
        token: 'usdc',
        to,
        amount: '1000001',
      });
      const byAddress = await post('/devnet/faucet', {
        chainId: 8453,
        token: tokenOf(base, 'DAI'),
        to,
        amount: '7',
      });

      expect([bySymbol.status, byAddress.status]).to.deep.equal([200, 200]);
      expect(bySymbol.body)
        .to.have.property('txHash')
        .that.matches(/^0x[0-9a-f]{64}$/);
      expect(await holdings(base, to)).to.deep.equal({
        native: 0n,
        USDC: 1_000_001n,
        DAI: 7n,
        member: 0n,
      });
    });

    it('sends native gas and mints a member pass', async () => {
      const to = someone();

      const native = await post('/devnet/faucet', {
        chainId: 42161,
        token: 'native',
        to,
        amount: '12345',
      });
      const member = await post('/devnet/faucet', { chainId: 42161, token: 'member', to });

      expect([native.status, member.status]).to.deep.equal([200, 200]);
      expect(await holdings(arbitrum, to)).to.deep.equal({
        native: 12_345n,
        USDC: 0n,
        DAI: 0n,
        member: 1n,
      });
    });

    it('gives a member pass that is final, on a chain without other blocks', async () => {
      const given = await post('/devnet/faucet', {
        chainId: 42161,
        token: 'member',
        to: someone(),
      });

      const { txHash } = given.body as { txHash: string }; // CAST: as the test above has it.
      const provider = providers.get(42161) ?? expect.fail();
      const receipt = (await provider.getTransactionReceipt(txHash)) ?? expect.fail();
      expect((await provider.getBlockNumber()) - receipt.blockNumber).to.equal(12);
    });

    it('serves twenty at once', async () => {
      const receivers = Array.from({ length: 20 }, someone);

      const answers = await Promise.all(
        receivers.map((to) =>
          post('/devnet/faucet', { chainId: 8453, token: 'USDC', to, amount: '5' }),
        ),
      );

      expect(answers.map(({ status }) => status)).to.deep.equal(Array(20).fill(200));
      expect(new Set(answers.map(({ body }) => (body as { txHash: string }).txHash)).size).to.equal(
        20,
      );
      for (const to of receivers) expect(await holdings(base, to)).to.deep.include({ USDC: 5n });
    });

    it('reports a gift that cannot be given, and continues to serve', async () => {
      const to = someone();
      const tooMuch = `9${'0'.repeat(76)}`;

      const refused = await post('/devnet/faucet', {
        chainId: 8453,
        token: 'native',
        to,
        amount: tooMuch,
      });
      const reverted = await post('/devnet/faucet', {
        chainId: 8453,
        token: 'USDC',
        to: `0x${'0'.repeat(40)}`,
        amount: '1',
      });
      const next = await post('/devnet/faucet', { chainId: 8453, token: 'USDC', to, amount: '1' });

      expect([refused.status, reverted.status, next.status]).to.deep.equal([422, 422, 200]);
      expect(refused.body).to.have.property('error').that.contains('chain 8453 refused it');
      expect(reverted.body).to.have.property('error').that.contains('reverted');
    });

    const to = '0x000000000022d473030f116ddee9f6b43ac78ba3';
    const bad: [string, unknown, string][] = [
      ['a list', [], 'the body is []; wanted an object with chainId, token, to, amount'],
      [
        'an unknown key',
        { chainId: 8453, token: 'USDC', to, amout: '1' },
        'the body has the unknown key "amout"; wanted chainId, token, to, amount',
      ],
      [
        'a chain that does not run',
        { chainId: 10, token: 'USDC', to, amount: '1' },
        'chainId is 10; this devnet runs 8453, 42161',
      ],
      [
        'a chain as text',
        { chainId: '8453', token: 'USDC', to, amount: '1' },
        'chainId is "8453"; this devnet runs 8453, 42161',
      ],
      [
        'an unknown token',
        { chainId: 8453, token: 'DOGE', to, amount: '1' },
        'token is "DOGE"; wanted one of USDC, DAI, native, member or a token\'s address',
      ],
      [
        'no receiver',
        { chainId: 8453, token: 'USDC', amount: '1' },
        'to is missing; wanted 0x and 40 hex digits',
      ],
      [
        'a short receiver',
        { chainId: 8453, token: 'USDC', to: '0x12', amount: '1' },
        'to is "0x12"; wanted 0x and 40 hex digits',
      ],
      [
        'a receiver with a wrong checksum',
        {
          chainId: 8453,
          token: 'USDC',
          to: '0x000000000022d473030F116dDEE9F6B43aC78BA3',
          amount: '1',
        },
        'to 0x000000000022d473030F116dDEE9F6B43aC78BA3 fails its checksum; send it in lower case or corrected',
      ],
      [
        'an amount as a number',
        { chainId: 8453, token: 'USDC', to, amount: 1 },
        'amount is 1; wanted a string of digits, in smallest units, above 0',
      ],
      [
        'an amount of nothing',
        { chainId: 8453, token: 'USDC', to, amount: '0' },
        'amount is "0"; wanted a string of digits, in smallest units, above 0',
      ],
      [
        'an amount above 256 bits',
        { chainId: 8453, token: 'USDC', to, amount: (2n ** 256n).toString() },
        `amount is "${2n ** 256n}"; wanted a string of digits, in smallest units, above 0`,
      ],
      [
        'two passes',
        { chainId: 8453, token: 'member', to, amount: '2' },
        'amount is "2"; member passes come one at a time, so leave it out',
      ],
    ];
    for (const [what, body, error] of bad) {
      it(`refuses ${what}`, async () => {
        expect(await post('/devnet/faucet', body)).to.deep.equal({ status: 400, body: { error } });
      });
    }

    it('refuses a body that is not JSON, and one above 64 KiB', async () => {
      const broken = await send('/devnet/faucet', '{"chainId":');
      const empty = await send('/devnet/faucet', '');
      const huge = await send('/devnet/faucet', `"${'x'.repeat(64 * 1024)}"`);

      expect(broken).to.deep.equal({ status: 400, body: { error: 'the body is not JSON' } });
      expect(empty).to.deep.equal(broken);
      expect(huge).to.deep.equal({
        status: 413,
        body: { error: 'the body is larger than 65536 bytes' },
      });
    });
  });

  describe('POST /devnet/relayer', () => {
    const everything = {
      native: 1_000n * 10n ** 18n,
      USDC: 10n ** 12n,
      DAI: 10n ** 24n,
      member: 0n,
    };

    it('gives gas and tokens on every chain, once', async () => {
      const spender = someone();

      const first = await post('/devnet/relayer', { addresses: [spender] });
      const second = await post('/devnet/relayer', { addresses: [spender.toLowerCase()] });

      expect(first).to.deep.equal({ status: 200, body: { funded: [spender], already: [] } });
      expect(second).to.deep.equal({ status: 200, body: { funded: [], already: [spender] } });
      expect(await holdings(base, spender)).to.deep.equal(everything);
      expect(await holdings(arbitrum, spender)).to.deep.equal(everything);
    });

    it('gives what an address requests, and the rest when it requests that', async () => {
      const address = someone();

      const gas = await post('/devnet/relayer', {
        addresses: [{ address, gas: true, tokens: false }],
      });
      const afterGas = await holdings(base, address);
      const both = await post('/devnet/relayer', { addresses: [{ address }] });

      expect([gas.body, both.body]).to.deep.equal(
        Array(2).fill({ funded: [address], already: [] }),
      );
      expect(afterGas).to.deep.equal({ ...everything, USDC: 0n, DAI: 0n });
      expect(await holdings(base, address)).to.deep.equal(everything);
    });

    it('gives once to concurrent callers', async () => {
      const addresses = [someone(), someone(), someone()];

      const answers = await Promise.all(
        Array.from({ length: 5 }, () => post('/devnet/relayer', { addresses })),
      );

      const funded = answers.flatMap(({ body }) => (body as { funded: string[] }).funded);
      expect(funded.toSorted()).to.deep.equal(addresses.toSorted());
      for (const address of addresses)
        expect(await holdings(arbitrum, address)).to.deep.equal(everything);
    });

    it('combines the needs of an address named twice', async () => {
      const address = someone();

      const answer = await post('/devnet/relayer', {
        addresses: [
          { address, gas: false },
          { address: address.toLowerCase(), tokens: false },
        ],
      });

      expect(answer.body).to.deep.equal({ funded: [address], already: [] });
      expect(await holdings(base, address)).to.deep.equal(everything);
    });

    const address = '0x000000000022d473030f116ddee9f6b43ac78ba3';
    const bad: [string, unknown, string][] = [
      ['a bare address', address, `the body is "${address}"; wanted an object with addresses`],
      ['an unknown key', { address }, 'the body has the unknown key "address"; wanted addresses'],
      ['no addresses', { addresses: [] }, 'addresses is []; wanted a list of 1 to 64 addresses'],
      [
        'a number for an address',
        { addresses: [address, 5] },
        'addresses[1] is 5; wanted an object with address, gas, tokens',
      ],
      [
        'an unknown need',
        { addresses: [{ address, float: true }] },
        'addresses[0] has the unknown key "float"; wanted address, gas, tokens',
      ],
      [
        'a need as text',
        { addresses: [{ address, gas: 'yes' }] },
        'addresses[0].gas is "yes"; wanted true or false',
      ],
      [
        'an address that needs nothing',
        { addresses: [{ address, gas: false, tokens: false }] },
        'addresses[0] asks for neither gas nor tokens',
      ],
    ];
    for (const [what, body, error] of bad) {
      it(`refuses ${what}`, async () => {
        expect(await post('/devnet/relayer', body)).to.deep.equal({ status: 400, body: { error } });
      });
    }
  });

  describe('a page in a browser of this machine', () => {
    const body = JSON.stringify({ chainId: 8453, token: 'USDC', to: someone(), amount: '1' });
    /** With node:http, because fetch sets the host itself. */
    const ask = (path: string, headers: OutgoingHttpHeaders, method = 'POST'): Promise<number> =>
      new Promise((resolve, reject) => {
        const sent = request(devnet.url + path, { method, headers }, (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        });
        sent.on('error', reject).end(method === 'POST' ? body : undefined);
      });
    const json = { 'content-type': 'application/json' };

    it('cannot send a request, neither by a name of its own that resolves to us nor by ours', async () => {
      const rebound = { host: 'page.example:8788' };

      expect([
        await ask('/devnet/faucet', { ...json, ...rebound }),
        await ask('/devnet', rebound, 'GET'),
        await ask('/devnet/faucet', { ...json, origin: 'https://page.example' }),
        await ask('/devnet/faucet', { ...json, origin: 'null' }),
        await ask('/devnet/faucet', { ...json, host: 'localhost:8788' }),
      ]).to.deep.equal([403, 403, 403, 403, 200]);
    });

    it('cannot send a body of a type that needs no CORS preflight', async () => {
      expect(await send('/devnet/faucet', body, 'text/plain')).to.deep.equal({
        status: 415,
        body: { error: 'wanted a body with content-type: application/json' },
      });
    });

    it("cannot read the devnet's or a chain's responses", async () => {
      const headers = { origin: 'https://page.example' };
      const chain = await fetch(base.rpcUrl, { method: 'POST', headers, body: '[]' });
      const report = await fetch(`${devnet.url}/devnet`);

      expect(chain.headers.get('access-control-allow-origin')).to.equal(null);
      expect(report.headers.get('access-control-allow-origin')).to.equal(null);
    });
  });

  it('lists its endpoints in the response to an unknown one', async () => {
    const response = await fetch(`${devnet.url}/faucet`);

    expect([response.status, await response.json()]).to.deep.equal([
      404,
      {
        error:
          'there is no GET /faucet; there are GET /devnet, POST /devnet/faucet, POST /devnet/relayer, GET and POST /devnet/upstreams, POST /devnet/bitcoin/faucet, POST /devnet/bitcoin/mine, POST /devnet/witnesses',
      },
    ]);
  });

  function someone(): string {
    return Wallet.createRandom().address;
  }

  function tokenOf(chain: DevnetChain, symbol: string): string {
    return chain.tokens.find((token) => token.symbol === symbol)?.address ?? '';
  }

  async function holdings(chain: DevnetChain, account: string): Promise<Record<string, bigint>> {
    const provider = providers.get(chain.chainId) ?? null;
    const heldOf = (address: string): Promise<bigint> =>
      new Contract(address, erc20, provider)
        .getFunction('balanceOf')
        .staticCall(account) as Promise<bigint>; // CAST: by the ABI above.
    const [native, usdc, dai, member] = await Promise.all([
      provider?.getBalance(account),
      heldOf(tokenOf(chain, 'USDC')),
      heldOf(tokenOf(chain, 'DAI')),
      heldOf(chain.memberNft),
    ]);
    return { native: native ?? -1n, USDC: usdc, DAI: dai, member };
  }

  function post(path: string, body: unknown): Promise<{ status: number; body: unknown }> {
    return send(path, JSON.stringify(body));
  }

  async function send(
    path: string,
    body: string,
    type = 'application/json',
  ): Promise<{ status: number; body: unknown }> {
    const headers = { 'content-type': type };
    const response = await fetch(devnet.url + path, { method: 'POST', headers, body });
    return { status: response.status, body: await response.json() };
  }
});
