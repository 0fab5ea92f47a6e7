import { startDevnet } from '@interline/devnet';
import { chainRef, nativeAddress } from '@interline/kernel';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { textField } from '@interline/cli';
import {
  type BeyondEvmHarness,
  bitcoinRpc,
  expiringAfter,
  startBeyondEvm,
} from '../../support/beyond-evm-harness.ts';
import { endOfRoute } from '../../support/end-of-route.ts';
import { type Ran, runInterline } from '../../support/run-interline.ts';
import { sendDollars } from '../../support/send-dollars.ts';
import { until } from '../../support/until.ts';

const bitcoin = chainRef('bip122:000000000019d6689c085ae165831e93');

describe("an operator's commands beyond the EVM chains", () => {
  let harness: BeyondEvmHarness;
  let stopDevnet = async (): Promise<void> => undefined;
  before(async function () {
    // No block comes by itself, so that a payout stays open until one is asked for.
    const devnet = await startDevnet({
      chainIds: [8453],
      beside: ['bitcoin', 'stellar'],
      port: 0,
    });
    stopDevnet = () => devnet.stop();
    harness = await startBeyondEvm(this, { devnet, policy: { deposits: expiringAfter(3_000) } });
  });
  after(async () => {
    // Undefined where the tests were skipped.
    await (harness as BeyondEvmHarness | undefined)?.stop();
    await stopDevnet();
  });

  it('show the float and the coin of each account once, in the decimals of its chain', async () => {
    const { code, out, err } = await interline('float', 'status');

    expect(code, err).to.equal(0);
    expect(out)
      .to.match(/^bitcoin +float +10 BTC +\d+ +0 BTC +10 BTC$/m)
      .and.to.match(/^stellar +float +[0-9.]+ XLM +\d+ +[0-9.]+ XLM +[0-9.]+ XLM$/m)
      .and.to.match(/^stellar +USDC +1000000 USDC /m)
      .and.not.to.match(/^(bitcoin|stellar) +spender/m);
  });

  it('rehearse a withdrawal in coins, with the most that its transaction costs', async () => {
    const to = await freshAddress();
    const withdraw = ['float', 'withdraw', 'bitcoin', 'native', '--amount', '0.25', '--to', to];

    const { code, out, err } = await interline(...withdraw, '--dry-run');

    expect(code, err).to.equal(0);
    expect(out)
      .to.match(/^ {2}free: 10 BTC -> 9\.75 BTC$/m)
      .and.to.match(/^ {2}units: 0\.25 BTC$/m)
      .and.to.match(/^ {2}mostGas: 0\.0000\d+ BTC$/m);
  });

  it('show an open payout and bump it, by what a vbyte costs', async () => {
    const id = await sendDollars(harness, 'bitcoin', await freshAddress());
    let shown = await interline('account', 'show', 'bitcoin', 'float');
    await until('an open payout', async () => {
      shown = await interline('account', 'show', 'bitcoin', 'float');
      return / batch of /.test(shown.out);
    });
    // A payout rides with others of its moment, and what carries them is bumped.
    const [, transaction = ''] = /^(ef_\w+) batch of /m.exec(shown.out) ?? [];
    const bump = ['account', 'bump', transaction];
    const dry = await interline(...bump, '--dry-run');
    const bumped = await interline(...bump, '--reason', 'a test');
    const audit = await interline('operator', 'audit');
    await mine();
    const end = await endOfRoute(harness.client, id);

    expect(shown.out)
      .to.match(/^ {2}0\.0000\d+ BTC to bcrt1/m)
      .and.to.match(/ at most \d+ sat per vbyte, tip 0 sat per vbyte$/m);
    expect([dry.code, bumped.code], dry.err + bumped.err).to.deep.equal([0, 0]);
    for (const { out } of [dry, bumped, audit])
      expect(out).to.match(/^ {2}maxFee: \d+ sat per vbyte -> \d+ sat per vbyte$/m);
    expect(end.status).to.equal('DONE');
  });

  it('refund a deposit whose payer named no address and lost the claim', async () => {
    const begun = await harness.client.post('/api/route/execute', {
      ...{ fromChain: 'bitcoin', toChain: '8453', fromToken: 'BTC', toToken: 'USDC' },
      ...{ amount: '50000', live: true, toAddress: `0x${'e1'.repeat(20)}` },
    });
    const id = textField(begun, 'id');
    await bitcoinRpc(
      harness.bitcoin,
      'sendtoaddress',
      textField(begun, 'deposit', 'address'),
      '0.0004',
    );
    await mine();
    await until('a refund that waits for its address', async () => {
      const { out } = await interline('status', id);
      return out.includes('REFUND_HELD');
    });
    const held = await interline('status', id);
    const desk = await interline('desk');
    const to = await freshAddress();
    const refunded = await interline('route', 'refund', id, '--to', to, '--reason', 'by mail');
    await until('a refund in a block', async () => {
      await mine();
      return Number(await bitcoinRpc(harness.bitcoin, 'getreceivedbyaddress', to)) > 0;
    });
    const end = await endOfRoute(harness.client, id);

    expect(held.out).to.contain(
      `name one: interline route refund-address ${id} <address> --claim <refundClaim>`,
    );
    expect(desk.out)
      .to.contain(`route ${id}: REFUND_HELD`)
      .and.to.contain('from: 0.0005 BTC on bitcoin')
      .and.to.contain('refundsTo: no address is known yet')
      .and.to.contain(`$ interline route refund ${id} --to <address>`)
      .and.not.to.match(new RegExp(`payer:|write-off ${id}`));
    expect(refunded.code, refunded.err).to.equal(0);
    expect(end).to.include({ status: 'FAILED', stage: 'REFUNDED' });
  });

  it('refund what came a second time to a deposit that was delivered, the claim of which is lost', async () => {
    const begun = await harness.client.post('/api/route/execute', {
      ...{ fromChain: 'bitcoin', toChain: '8453', fromToken: 'BTC', toToken: 'USDC' },
      ...{ amount: '50000', live: true, toAddress: `0x${'e1'.repeat(20)}` },
    });
    const id = textField(begun, 'id');
    const address = textField(begun, 'deposit', 'address');
    await bitcoinRpc(harness.bitcoin, 'sendtoaddress', address, '0.0005');
    await mine();
    const end = await endOfRoute(harness.client, id);
    await bitcoinRpc(harness.bitcoin, 'sendtoaddress', address, '0.0003');
    await mine();
    let desk = await interline('desk');
    await until('a debt on the desk', async () => {
      desk = await interline('desk');
      return desk.out.includes(`route ${id}: OWED`);
    });
    const to = await freshAddress();
    const refund = ['route', 'refund', id, '--to', to];
    const rehearsed = await interline(...refund, '--dry-run');
    const refunded = await interline(...refund, '--reason', 'ticket 12');
    await until('a refund in a block', async () => {
      await mine();
      return Number(await bitcoinRpc(harness.bitcoin, 'getreceivedbyaddress', to)) > 0;
    });

    expect(end.status).to.equal('DONE');
    expect(desk.out)
      .to.contain('owed: 0.0003 BTC')
      .and.to.contain('to: no address is known yet')
      .and.to.contain('chain: bitcoin')
      .and.to.contain(`$ interline route refund ${id} --to <address> --reason "<why>"`);
    expect([rehearsed.code, refunded.code], rehearsed.err + refunded.err).to.deep.equal([0, 0]);
    expect(rehearsed.out)
      .to.contain(`refundTo: ${to}`)
      .and.to.contain('from: float')
      .and.to.contain('units: 0.0003 BTC');
    expect((await interline('desk')).out).not.to.contain(id);
  });

  it('compare the books of each account with its chain', async () => {
    const { code, out, err } = await interline('books', 'reconcile');

    expect(code, err).to.equal(0);
    expect(out)
      .to.match(/^bitcoin: judged at block \d+$/m)
      .and.to.match(/^bitcoin +float +[0-9.]+ BTC +\d+$/m)
      .and.to.match(/^stellar +float +[0-9.]+ XLM +\d+$/m);
  });

  // The last one: it leaves the float with next to nothing.
  it('withdraw all coins but what fees may take and the least that the next transaction spends', async () => {
    const to = await freshAddress();
    const withdraw = ['float', 'withdraw', 'bitcoin', 'native', 'all', '--to', to];

    const { code, err } = await interline(...withdraw, '--reason', 'closing the chain');
    expect(code, err).to.equal(0);
    await until('a withdrawal in a block', async () => {
      await mine();
      return Number(await bitcoinRpc(harness.bitcoin, 'getreceivedbyaddress', to)) > 0;
    });
    const { units } = await bitcoinHeld();

    expect(units >= 330n && units < 2_000n, `${units} satoshis are left`).to.equal(true);
  });

  async function bitcoinHeld() {
    const custody = harness.container.get(parts.custody);
    const account = custody.account(bitcoin, 'float');
    const book = { chain: bitcoin, account, token: nativeAddress };
    const [held = expect.fail('no balance')] = await custody.balances(
      bitcoin,
      [book],
      new AbortController().signal,
    );
    return held;
  }

  async function freshAddress(): Promise<string> {
    return String(await bitcoinRpc(harness.bitcoin, 'getnewaddress', '', 'bech32m'));
  }

  async function mine(): Promise<void> {
    await bitcoinRpc(harness.bitcoin, 'generatetoaddress', 1, await freshAddress());
  }

  function interline(...args: readonly string[]): Promise<Ran> {
    const { operatorToken, url } = harness;
    return runInterline(args, {
      env: { INTERLINE_URL: url, INTERLINE_OPERATOR_TOKEN: operatorToken },
    });
  }
});
