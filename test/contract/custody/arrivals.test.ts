import { evmAddress, type Hex } from '@interline/kernel';
import { custodyScene, type CustodyScene } from './custody-scene.ts';
import { mined } from '../../support/mined.ts';
import { changing, honest, misbehavingNode, type MisbehavingNode } from './misbehaving-node.ts';
import type { EvmCustody } from '@interline/adapters/custody/evm';
import { expect } from 'chai';

const { signal } = new AbortController();
const recipient = evmAddress(`0x${'42'.repeat(20)}`);
const bystander = evmAddress(`0x${'43'.repeat(20)}`);
/**
 * Sends half of what it is given on to the recipient: CALL(gas, recipient, callvalue/2, 0,0,0,0).
 */
const forwarder = evmAddress(`0x${'f0'.repeat(20)}`);
const forwarderCode = `0x5f5f5f5f60023404${`73${recipient.slice(2)}`}5af100`;

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

describe('what a transaction brought an account', () => {
  let scene: CustodyScene;
  let sender: string;
  before(async () => {
    scene = await custodyScene();
    [sender = expect.fail()] = (await scene.rpc('eth_accounts')) as readonly string[]; // CAST: anvil's own shape.
    await scene.rpc('anvil_setCode', [forwarder, forwarderCode]);
    await scene.give('USDC', sender, 10_000_000n);
  });
  after(() => scene.close());

  async function send(tx: Readonly<Record<string, unknown>>): Promise<Hex> {
    const hash = (await scene.rpc('eth_sendTransaction', [
      { from: sender, gas: '0x30d40', ...tx },
    ])) as Hex; // CAST: anvil's own shape.
    await mined(scene.rpc, hash);
    return hash;
  }
  const transfer = (to: string, units: bigint): Promise<Hex> =>
    send({
      to: scene.usdc,
      data: `0xa9059cbb${to.slice(2).padStart(64, '0')}${units.toString(16).padStart(64, '0')}`,
    });
  const coinTo = (custody: EvmCustody, hash: Hex) =>
    custody.arrivals(scene.chain, hash, { token: 'native', to: recipient }, signal);

  it('in a token is its Transfer logs to that account, with where and when', async () => {
    const hash = await transfer(recipient, 1_234n);
    const block = Number(await scene.rpc('eth_blockNumber', []));

    const arrivals = await scene.custody.arrivals(
      scene.chain,
      hash,
      { token: scene.usdc, to: recipient },
      signal,
    );

    expect(arrivals).to.deep.equal([
      {
        hash,
        token: scene.usdc,
        from: sender.toLowerCase(),
        units: 1_234n,
        logIndex: 0,
        block,
        timestampSec: Number(await scene.now()),
      },
    ]);
  });

  it('is of one hash, however that is written', async () => {
    const hash = await transfer(recipient, 10n);
    const shouted: Hex = `0x${hash.slice(2).toUpperCase()}`;

    const arrivals = await scene.custody.arrivals(
      scene.chain,
      shouted,
      { token: scene.usdc, to: recipient },
      signal,
    );

    expect(arrivals.map((one) => one.hash)).to.deep.equal([hash]);
  });

  it('is nothing for another account, in any other token, in an unknown transaction or one that reverted', async () => {
    const hash = await transfer(recipient, 1n);
    const reverted = await send({ to: scene.usdc, data: '0x12345678' });
    const seen = (given: Hex, token: string, to: string) =>
      scene.custody.arrivals(scene.chain, given, { token, to: evmAddress(to) }, signal);

    expect(
      await Promise.all([
        seen(hash, scene.usdc, bystander),
        seen(hash, scene.dai, recipient),
        seen(`0x${'77'.repeat(32)}`, scene.usdc, recipient),
        seen(reverted, scene.usdc, recipient),
      ]),
    ).to.deep.equal([[], [], [], []]);
  });

  it('is nothing if our own account sent it: a batch of pulls does not count as a refund', async () => {
    const spender = scene.custody.evmAccounts.spender;
    await scene.give('USDC', spender, 3n);
    await scene.rpc('anvil_impersonateAccount', [spender]);
    await scene.rpc('anvil_setBalance', [spender, '0xde0b6b3a7640000']);
    const hash = (await scene.rpc('eth_sendTransaction', [
      {
        from: spender,
        to: scene.usdc,
        gas: '0x30d40',
        data: `0xa9059cbb${spender.slice(2).padStart(64, '0')}${'3'.padStart(64, '0')}`,
      },
    ])) as Hex; // CAST: anvil's own shape.
    await mined(scene.rpc, hash);

    expect(
      await scene.custody.arrivals(scene.chain, hash, { token: scene.usdc, to: spender }, signal),
    ).to.deep.equal([]);
  });

  it('is nothing if a stranger moves what an account of ours approved: our own money is not a refund', async () => {
    const { custody, chain, usdc } = scene;
    const [float, spender] = [custody.evmAccounts.float, custody.evmAccounts.spender];
    const word = (value: string) => value.replace('0x', '').padStart(64, '0');
    await scene.give('USDC', float, 4n);
    await scene.rpc('anvil_impersonateAccount', [float]);
    await scene.rpc('anvil_setBalance', [float, '0xde0b6b3a7640000']);
    const approved = (await scene.rpc('eth_sendTransaction', [
      { from: float, to: usdc, gas: '0x30d40', data: `0x095ea7b3${word(sender)}${word('4')}` },
    ])) as Hex; // CAST: anvil's own shape.
    await mined(scene.rpc, approved);
    const hash = await send({
      to: usdc,
      data: `0x23b872dd${word(float)}${word(spender)}${word('4')}`,
    });

    expect(await custody.arrivals(chain, hash, { token: usdc, to: spender }, signal)).to.deep.equal(
      [],
    );
  });

  it("counts only once it is as deep as the chain's confirmations", async () => {
    const deep = scene.over([scene.rpcUrl], { confirmations: 2 });
    const hash = await transfer(recipient, 5n);
    const want = { token: scene.usdc, to: recipient };

    const fresh = await deep.arrivals(scene.chain, hash, want, signal);
    await scene.rpc('evm_mine');
    const confirmed = await deep.arrivals(scene.chain, hash, want, signal);

    expect([fresh.length, confirmed.length]).to.deep.equal([0, 1]);
  });

  it('in coin is read from the trace, even if a contract passed it on', async () => {
    const plain = await send({ to: recipient, value: '0x64' });
    const passedOn = await send({ to: forwarder, value: '0x64' });

    expect(
      (await coinTo(scene.custody, plain)).map((one) => [one.token, one.from, one.units]),
    ).to.deep.equal([['native', sender.toLowerCase(), 100n]]);
    expect(
      (await coinTo(scene.custody, passedOn)).map((one) => [one.from, one.units]),
    ).to.deep.equal([[forwarder, 50n]]);
    expect(
      await scene.custody.arrivals(
        scene.chain,
        passedOn,
        { token: 'native', to: bystander },
        signal,
      ),
    ).to.deep.equal([]);
  });

  describe('on a node without traces', () => {
    let proxy: MisbehavingNode;
    let custody: EvmCustody;
    before(async () => {
      proxy = await misbehavingNode(scene.rpcUrl);
      proxy.behave(
        changing('debug_traceTransaction', ({ id }) => ({
          id,
          error: { code: -32_601, message: 'the method debug_traceTransaction does not exist' },
        })),
      );
      custody = scene.over([proxy.url]);
    });
    after(() => proxy.close());

    it('in coin is what the block added to the balance', async () => {
      const hash = await send({ to: forwarder, value: '0x64' });

      expect((await coinTo(custody, hash)).map((one) => [one.units, one.logIndex])).to.deep.equal([
        [50n, -1],
      ]);
    });

    it('has what the recipient spent in that block added back', async () => {
      await scene.rpc('anvil_setBalance', [recipient, '0xde0b6b3a7640000']);
      await scene.rpc('anvil_impersonateAccount', [recipient]);
      await scene.rpc('evm_setAutomine', [false]);
      const hash = (await scene.rpc('eth_sendTransaction', [
        { from: sender, to: recipient, value: '0x64', gas: '0x5208' },
      ])) as Hex; // CAST: anvil's own shape.
      await scene.rpc('eth_sendTransaction', [
        { from: recipient, to: bystander, value: '0x3e8', gas: '0x5208' },
      ]);
      await scene.rpc('evm_setAutomine', [true]);
      await scene.rpc('evm_mine');

      expect((await coinTo(custody, hash)).map((one) => one.units)).to.deep.equal([100n]);
    });
  });

  it('is found among transfers that may be a refund, only from whom it was looked for and after what was handed over', async () => {
    const spender = scene.custody.evmAccounts.spender;
    await transfer(spender, 9n);
    const since = await send({ to: bystander, value: '0x1' });
    const refund = await transfer(spender, 9n);
    await transfer(spender, 8n);
    const search = { token: scene.usdc, to: spender, units: 9n, since };

    const found = await scene.custody.refundsSince(
      scene.chain,
      { ...search, from: [evmAddress(sender)] },
      signal,
    );
    const others = await scene.custody.refundsSince(
      scene.chain,
      { ...search, from: [bystander] },
      signal,
    );

    expect(found.arrivals.map((one) => [one.hash, one.units, one.timestampSec > 0])).to.deep.equal([
      [refund, 9n, true],
    ]);
    expect(found.isWhole).to.equal(true);
    expect(others).to.deep.equal({ arrivals: [], isWhole: true });
  });

  describe('on two nodes', () => {
    let liar: MisbehavingNode;
    let custody: EvmCustody;
    let contradictions = 0;
    before(async () => {
      liar = await misbehavingNode(scene.rpcUrl);
      custody = scene.over(
        [liar.url, scene.rpcUrl],
        {},
        { onContradiction: () => (contradictions += 1) },
      );
    });
    beforeEach(() => {
      liar.behave(honest);
      contradictions = 0;
    });
    after(() => liar.close());

    const invented: Hex = `0x${'ab'.repeat(32)}`;
    const inWords = (value: string | bigint) =>
      (typeof value === 'bigint' ? value.toString(16) : value.slice(2)).padStart(64, '0');
    const brought = (hash: Hex, token: string = scene.usdc) =>
      custody.arrivals(scene.chain, hash, { token, to: recipient }, signal);
    const unitsOf = (arrivals: readonly { readonly units: bigint }[]) =>
      arrivals.map(({ units }) => units);

    it('is nothing by the receipt that only one of them shows, and what both show', async () => {
      const real = await transfer(recipient, 6n);
      const head = await scene.rpc('eth_getBlockByNumber', ['latest', false]);
      const { number, hash: blockHash } = head as { readonly number: Hex; readonly hash: Hex }; // CAST: anvil's own shape.
      const log = {
        address: scene.usdc,
        topics: [transferTopic, `0x${inWords(sender)}`, `0x${inWords(recipient)}`],
        data: `0x${inWords(6n)}`,
        logIndex: '0x0',
      };
      const receipt = {
        transactionHash: invented,
        blockNumber: number,
        blockHash,
        status: '0x1',
        gasUsed: '0x1',
        effectiveGasPrice: '0x1',
        from: sender,
        to: scene.usdc,
        logs: [log],
      };
      liar.behave(
        changing('eth_getTransactionReceipt', ({ id, result }, { params: [hash] }) => ({
          id,
          result: hash === invented ? receipt : result,
        })),
      );

      expect(unitsOf(await brought(invented))).to.deep.equal([]);
      expect(unitsOf(await brought(real))).to.deep.equal([6n]);
      expect(contradictions).to.equal(0);
    });

    it('is nothing while they show different ends of it, which is reported', async () => {
      const hash = await transfer(recipient, 7n);
      liar.behave(
        changing('eth_getTransactionReceipt', ({ id, result }) => ({
          id,
          result: JSON.parse(
            JSON.stringify(result).replaceAll(inWords(7n), inWords(8n)),
          ) as unknown,
        })),
      );

      expect(unitsOf(await brought(hash))).to.deep.equal([]);
      expect(contradictions).to.equal(1);
    });

    it('is nothing if one of them says that a stranger sent what our account sent', async () => {
      const spender = scene.custody.evmAccounts.spender;
      await scene.give('USDC', spender, 3n);
      await scene.rpc('anvil_impersonateAccount', [spender]);
      await scene.rpc('anvil_setBalance', [spender, '0xde0b6b3a7640000']);
      const hash = await send({
        from: spender,
        to: scene.usdc,
        data: `0xa9059cbb${inWords(recipient)}${inWords(3n)}`,
      });
      liar.behave(
        changing('eth_getTransactionReceipt', ({ id, result }) => ({
          id,
          // CAST: anvil's own shape.
          result: { ...(result as object), from: bystander },
        })),
      );

      expect(unitsOf(await brought(hash))).to.deep.equal([]);
    });

    it('cannot be reached while one of them is silent', async () => {
      const hash = await transfer(recipient, 9n);
      liar.behave(async () => 'reset');

      const refused = await brought(hash).catch((error: unknown) => error);

      expect(refused).to.include({ code: 'CHAIN_UNREACHABLE' });
    });

    it('in coin is what both trace, and what one traces if the balance rose by as much on the other', async () => {
      const hash = await send({ to: forwarder, value: '0x64' });
      const both = await brought(hash, 'native');
      const tracing = (value: Hex) =>
        changing('debug_traceTransaction', ({ id }) => ({
          id,
          result: { type: 'CALL', from: bystander, to: recipient, value },
        }));
      const silent = changing('debug_traceTransaction', ({ id }) => ({
        id,
        error: { code: -32_601, message: 'the method debug_traceTransaction does not exist' },
      }));

      liar.behave(silent);
      const guessed = await brought(hash, 'native');
      liar.behave(tracing('0x63'));
      const disputed = await brought(hash, 'native');

      expect([unitsOf(both), unitsOf(guessed), unitsOf(disputed)]).to.deep.equal([
        [50n],
        [50n],
        [],
      ]);
      expect(contradictions).to.equal(1);
    });

    it('in coin is nothing yet if the one trace shows less, or more, than the balance rose by on the other', async () => {
      const plain = await misbehavingNode(scene.rpcUrl);
      plain.behave(
        changing('debug_traceTransaction', ({ id }) => ({
          id,
          error: { code: -32_601, message: 'the method debug_traceTransaction does not exist' },
        })),
      );
      const hash = await send({ to: recipient, value: '0x64' });
      const two = scene.over([plain.url, liar.url]);

      const seen = [unitsOf(await coinTo(two, hash))];
      for (const value of ['0x1', '0x65']) {
        liar.behave(
          changing('debug_traceTransaction', ({ id }) => ({
            id,
            result: { type: 'CALL', from: sender, to: recipient, value },
          })),
        );
        seen.push(unitsOf(await coinTo(two, hash)));
      }

      expect(seen).to.deep.equal([[100n], [], []]);
      await plain.close();
    });

    it('in coin is not what one of them traces while the balance did not rise so on the other', async () => {
      const plain = await misbehavingNode(scene.rpcUrl);
      plain.behave(
        changing('debug_traceTransaction', ({ id }) => ({
          id,
          error: { code: -32_601, message: 'the method debug_traceTransaction does not exist' },
        })),
      );
      const hash = await send({ to: bystander, value: '0x64' });
      liar.behave(
        changing('debug_traceTransaction', ({ id }) => ({
          id,
          result: { type: 'CALL', from: sender, to: recipient, value: '0x64' },
        })),
      );
      const two = scene.over([liar.url, plain.url]);

      expect(await coinTo(two, hash)).to.deep.equal([]);
      await plain.close();
    });

    it('is found as a refund if both show its receipt, and not by the logs of one alone', async () => {
      const spender = scene.custody.evmAccounts.spender;
      const since = await send({ to: bystander, value: '0x1' });
      const refund = await transfer(spender, 11n);
      const from = [evmAddress(sender)];
      const search = { token: scene.usdc, to: spender, units: 11n, since, from };
      // Each of another custody, which has searched nothing yet.
      const found = async () => {
        const asking = scene.over([liar.url, scene.rpcUrl]);
        const { arrivals, isWhole } = await asking.refundsSince(scene.chain, search, signal);
        return [arrivals.map((one) => one.hash), isWhole];
      };

      const honestly = await found();
      liar.behave(changing('eth_getLogs', ({ id }) => ({ id, result: [] })));
      const withoutLogs = await found();
      liar.behave(
        changing('eth_getLogs', ({ id, result }) => ({
          id,
          result: JSON.parse(JSON.stringify(result).replaceAll(refund, invented)) as unknown,
        })),
      );
      const forged = await found();

      // What one of them alone shows may be there yet.
      expect([honestly, withoutLogs, forged]).to.deep.equal([
        [[refund], true],
        [[refund], true],
        [[refund], false],
      ]);
    });
  });
});
