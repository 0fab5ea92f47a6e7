import { type JsonRecord, textField } from '@interline/cli';
import { drainFormerKeys } from '@interline/core/operations';
import { startDevnet, type Devnet } from '@interline/devnet';
import { asUnits, evmAddress, evmChain, isHash } from '@interline/kernel';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { Wallet } from 'ethers';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chainRpc } from '../support/chain-rpc.ts';
import { setBlacklisted } from '../support/blacklist.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { fastFolder } from '../support/fast-folder.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { mine, resumeMining, stopMining } from '../support/mining.ts';
import { freshPayer, send } from '../support/payer.ts';
import { refusalOf } from '../support/refusal-of.ts';
import { runInterline } from '../support/run-interline.ts';
import { tokenBalance } from '../support/token-balance.ts';
import { until } from '../support/until.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

const source = 8453;
const chain = evmChain(source);
const destination = 42161;
const recipient = `0x${'c1'.repeat(20)}`;
const refused = `0x${'c2'.repeat(20)}`;

describe('keys that are rotated while routes are open', () => {
  let devnet: Devnet;
  let dataDir: string;
  let harness: Harness;
  before(async () => {
    devnet = await startDevnet({ chainIds: [source, destination], port: 0 });
    dataDir = await mkdtemp(join(fastFolder, 'interline-keys-'));
    harness = await startHarness({ devnet, dataDir });
  });
  after(async () => {
    await harness.stop();
    await devnet.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('are previewed for the operator: what would be drained from where, what stays refundable; and nothing is written', async () => {
    const { spender, float } = accounts();
    await harness.container.get(parts.books).reconcile();
    const [folder = ''] = await readdir(dataDir);
    const data = join(dataDir, folder);
    const files = await readdir(join(data, 'keys'), { recursive: true });

    const shown = await runInterline(['keys', 'rotate', '--data', data, '--dry-run'], {
      env: { INTERLINE_URL: harness.url },
    });
    const json = await runInterline(['keys', 'rotate', '--data', data, '--dry-run', '--json']);

    expect(shown.code, shown.err).to.equal(0);
    expect(shown.out)
      .to.contain(`${spender} would become a former account`)
      .and.to.contain('spender on 8453: 1000 ETH\n')
      .and.to.contain(
        'what the float held when last compared with the books goes to the new float:',
      )
      .and.to.match(
        /float on 42161: .*1000000 USDC.*1000 ETH|float on 42161: .*1000 ETH.*1000000 USDC/,
      )
      .and.to.contain('0 routes were begun with these keys and will be finished with them')
      .and.to.contain('nothing was written');
    expect(JSON.parse(json.out)).to.deep.include({
      dryRun: true,
      accounts: { spender, float },
      unsettled: 0,
      refunds: [],
    });
    expect(await readdir(join(data, 'keys'), { recursive: true })).to.deep.equal(files);
    expect(accounts()).to.deep.equal({ spender, float });
  });

  it('finish them: one is delivered, one refunded from where its money is, and all that is left follows to the new accounts', async () => {
    const [paid, unpaid] = [
      await freshPayer(harness, source, 5_000_000n),
      await freshPayer(harness, source, 5_000_000n),
    ];
    await stopMining(devnet, source);
    const order = { from: source, to: destination, units: 2_000_000n };
    const delivered = await send(harness, paid, { ...order, recipient });
    const returned = await send(harness, unpaid, { ...order, recipient: refused });
    await setBlacklisted(devnet, destination, refused, true);
    const former = accounts();

    const rotated = await restartWithNewKeys();
    const now = accounts();
    const ends = await Promise.all(
      [delivered, returned].map(({ receipt }) =>
        endOfRoute(harness.client, textField(receipt, 'id')),
      ),
    );

    expect(rotated).to.include({ code: 0 });
    expect([now.spender, now.float]).not.to.include.members([former.spender]);
    expect(ends.map(({ status, stage }) => [status, stage])).to.deep.equal([
      ['DONE', 'DELIVERED'],
      ['FAILED', 'REFUNDED'],
    ]);
    expect([
      await usdcBalance(devnet, destination, recipient),
      await usdcBalance(devnet, source, unpaid.address),
    ]).to.deep.equal([1_998_400n, 5_000_000n]);
    expect(await usdcBalance(devnet, source, former.float)).to.equal(1_000_002_000_000n);

    const fresh = await send(harness, paid, { ...order, recipient });
    await endOfRoute(harness.client, textField(fresh.receipt, 'id'));
    await drained([former.spender, former.float]);

    expect([
      await usdcBalance(devnet, source, now.float),
      await usdcBalance(devnet, destination, now.float),
    ]).to.deep.equal([2_000_004_000_000n, 1_999_996_003_200n]);
  });

  it('leave dust behind, and a token that refuses holds back no other and follows later', async () => {
    const former = accounts();
    const held = (token: string, account: string) => tokenBalance(devnet, source, token, account);
    const had = { usdc: await held('USDC', former.float), dai: await held('DAI', former.float) };
    await devnet.faucet({ chainId: source, token: 'USDC', to: former.spender, amount: 1n });
    await setBlacklisted(devnet, source, former.float, true);
    await restartWithNewKeys();

    await drainedUntil('all but the refused token has left', async () => {
      const coins = [await coinOf(former.spender), await coinOf(former.float)];
      // What the three sets of keys were given.
      const came = (await held('DAI', accounts().float)) === 3_000_000n * 10n ** 18n;
      return came && coins.every((wei) => wei < 10n ** 16n);
    });
    const first = [await held('USDC', former.float), await held('DAI', former.float)];
    await setBlacklisted(devnet, source, former.float, false);
    await drainedUntil('the refused token has left too', async () => {
      return (await held('USDC', former.float)) === 0n;
    });

    expect(had.usdc > 0n && had.dai > 0n).to.equal(true);
    expect(first).to.deep.equal([had.usdc, 0n]);
    expect(await held('USDC', former.spender)).to.equal(1n);
  });

  it('leave what an unmatched pull brought where it came to, so that its payer gets it back after the drain, once', async () => {
    const former = accounts();
    const payer = Wallet.createRandom().address;
    const id = await unmatchedPull(former.float, payer, 5_000_000n);
    await restartWithNewKeys();
    await drainedUntil('all but the pulled money has left', async () => {
      const coin = await coinOf(former.float);
      return coin < 10n ** 16n && (await usdcBalance(devnet, source, former.float)) === 5_000_000n;
    });

    const dry = await returnPull(id, { dryRun: true });
    await returnPull(id);
    await until('the payer has it', async () => {
      return (await usdcBalance(devnet, source, payer)) === 5_000_000n;
    });
    const again = await refusalOf(returnPull(id, { dryRun: true }));

    expect(dry['after']).to.include({ units: '5000000', from: former.float });
    expect(again.body['errorCode']).to.equal('WRONG_STATE');
    expect(await usdcBalance(devnet, source, former.float)).to.equal(0n);
  });

  it('that no longer hold what a pull brought refuse its return both in the dry run and in the order', async () => {
    const { float } = accounts();
    const id = await unmatchedPull(float, Wallet.createRandom().address, 5_000_000n);
    const { token, account } = await heldIn(float);
    await harness.container.get(parts.store).run('nothing-free', async (tx) => {
      const block = (await tx.books.balance({ chain, account, token }))?.block ?? 0;
      const book = { chain, account, token };
      await tx.books.recordBalance({ book, units: asUnits(4_999_999n), block: block + 10_000 });
    });

    const dry = await refusalOf(returnPull(id, { dryRun: true }));
    const order = await refusalOf(returnPull(id));

    expect([dry, order].map(({ body }) => [body['errorCode'], body['error']])).to.deep.equal(
      [dry, order].map(() => [
        'INSUFFICIENT_FLOAT',
        `the float account on ${chain} has 4999999 of ${token} free; 5000000 were to leave`,
      ]),
    );
  });

  it('have what came in on them classified by the command that is printed for it', async () => {
    const { float } = accounts();
    await restartWithNewKeys();
    const env = {
      INTERLINE_URL: harness.url,
      INTERLINE_OPERATOR_TOKEN: harness.operatorToken,
    };

    const status = await runInterline(['float', 'status'], { env });
    const [, command = ''] =
      new RegExp(
        `interline (books classify 8453 float 0x\\w+ --account ${float} --of unclaimed --as capital)`,
        'i',
      ).exec(status.out) ?? [];
    const inUse = command.replace(/ --account 0x\w+/, '');
    const [former, other] = await Promise.all(
      [command, inUse].map((words) => runInterline([...words.split(' '), '--dry-run'], { env })),
    );

    expect(former?.out, former?.err).to.match(/^ {2}unclaimed: 5 USDC -> 0 USDC$/m);
    expect(other?.err).to.match(/has unclaimed of 0 in 0x/);
  });

  async function heldIn(float: string) {
    const { tokens } = harness.container.get(parts.transfer).ports;
    return {
      account: evmAddress(float),
      token: tokens.resolve(chain, 'USDC', 'token').address,
    };
  }

  /** As bring-forward stores it, with the money on the float and compared with the books. */
  async function unmatchedPull(float: string, from: string, units: bigint): Promise<string> {
    const { account, token } = await heldIn(float);
    const books = harness.container.get(parts.books);
    await books.reconcile();
    const { txHash } = await devnet.faucet({
      chainId: source,
      token: 'USDC',
      to: float,
      amount: units,
    });
    await mine(devnet, source, 1);
    await books.reconcile();
    if (!isHash(txHash)) throw new Error(`${txHash} is not a hash`);
    const id = `${chain}/${txHash}/0`;
    const payer = evmAddress(from);
    await harness.container.get(parts.store).run('put-unmatched', (tx) =>
      tx.transactions.putUnmatched({
        id,
        kind: 'pull',
        chain,
        account,
        slot: 4,
        hash: txHash,
        block: 5,
        atMs: Date.now() - 60_000,
        moved: [{ token, from: payer, to: account, units: asUnits(units) }],
        spent: null,
        permit: { owner: payer, nonce: '7' },
        sinceMs: Date.now(),
      }),
    );
    return id;
  }

  function returnPull(id: string, change: JsonRecord = {}): Promise<JsonRecord> {
    const body = { id, undelivered: true, reason: 'restored, and never delivered', ...change };
    const headers = { authorization: `Bearer ${harness.operatorToken}` };
    return harness.client.post('/operator/float/return', body, headers);
  }

  async function coinOf(account: string): Promise<bigint> {
    return BigInt(String(await chainRpc(devnet, source, 'eth_getBalance', [account, 'latest'])));
  }

  function accounts() {
    return harness.container.get(parts.evm).evmAccounts;
  }

  /** As an operator does it: the service is stopped, and started again. */
  async function restartWithNewKeys() {
    const [folder = ''] = await readdir(dataDir);
    await harness.stop();
    const ran = await runInterline(['keys', 'rotate', '--data', join(dataDir, folder), '--json']);
    // The pulls are mined while no process runs, so the new one signs with former keys.
    await resumeMining(devnet, source);
    harness = await startHarness({ devnet, dataDir });
    return ran;
  }

  function drained(former: readonly string[]): Promise<void> {
    return drainedUntil('the former accounts hold nothing', async () => {
      const held = await Promise.all(
        [source, destination].flatMap((chainId) =>
          former.map((account) => usdcBalance(devnet, chainId, account)),
        ),
      );
      return held.every((units) => units === 0n);
    });
  }

  async function drainedUntil(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const { ports } = harness.container.get(parts.transfer);
    await until(what, async () => {
      await mine(devnet, source, 13);
      await mine(devnet, destination, 13);
      await drainFormerKeys(ports, new AbortController().signal);
      return isSo();
    });
  }
});
