import { Wallet } from 'ethers';
import { expect } from 'chai';
import {
  type BeyondEvmHarness,
  bitcoinRpc,
  startBeyondEvm,
} from '../../support/beyond-evm-harness.ts';
import { endOfRoute } from '../../support/end-of-route.ts';
import { interruptInterline, type Ran, runInterline } from '../../support/run-interline.ts';
import { tokenBalance } from '../../support/token-balance.ts';

describe('bitcoin that is sent on the command line', () => {
  let harness: BeyondEvmHarness;
  before(async function () {
    harness = await startBeyondEvm(this);
  });
  after(async () => {
    // Undefined where the tests were skipped.
    await (harness as BeyondEvmHarness | undefined)?.stop();
  });

  it('is priced, with how much it must be at least and how deep', async () => {
    const { code, out, err } = await interline(
      ...['quote', '--from', 'bitcoin', '--to', '8453', '--amount', '0.0005'],
    );

    expect(code, err).to.equal(0);
    expect(out)
      .to.match(/^send +0\.0005 BTC on bitcoin$/m)
      .and.to.match(/^receive +[0-9.]+ USDC on Base \(8453\)$/m)
      .and.to.match(
        /^deposit +at least 0\.0\d+ BTC \(\d+ satoshis\); .*; delivered after 1 block$/m,
      );
  });

  it('shows a person where to pay and how, with a QR code, and on Ctrl-C how to follow it', async () => {
    const to = Wallet.createRandom().address;
    const refundTo = await freshAddress();

    const shown = await interruptInterline(
      [...send(to), '--refund-address', refundTo],
      { env: { INTERLINE_URL: harness.url } },
      / s +AWAITING_DEPOSIT$/m,
    );
    const [, id = ''] = /^accepted +(rt_\w+);/m.exec(shown.out) ?? [];
    const [, address = ''] = /^to +(bcrt1\w+)$/m.exec(shown.out) ?? [];

    expect(shown.signal).to.equal('SIGINT');
    expect(shown.err.trim()).to.equal(`follow: interline status ${id} --watch`);
    expect(shown.out)
      .to.match(/^pay +exactly 0\.0005 BTC \(50000 satoshis\)$/m)
      .and.to.contain(`bitcoin:${address}?amount=0.0005\n█████`)
      .and.to.match(/^price +holds for what is seen until \d{4}-\d\d-\d\dT[\d:]+Z/m)
      .and.to.match(/^delivered +after 1 block$/m)
      .and.to.contain(refundTo)
      .and.not.to.contain('refundClaim');

    await pay(address, '0.00050000');
    const watched = await interline('status', id, '--watch');
    expect(watched.code, watched.err).to.equal(0);
    expect(watched.out)
      .to.match(/^\S+ s +DONE DELIVERED$/m)
      .and.to.match(/^bridged +0\.000\d+ BTC$/m)
      .and.to.match(/^delivered +[0-9.]+ USDC$/m);
    const delivered = await tokenBalance(harness.devnet, 8453, 'USDC', to);
    const end = await endOfRoute(harness.client, id);
    expect(delivered.toString()).to.equal(end.to.delivered);
  });

  it('is printed for a program as one JSON value, with the claim that names a refund address once', async () => {
    const to = Wallet.createRandom().address;
    const refundTo = await freshAddress();

    const begun = await interline(...send(to), '--json');
    // CAST: what is used of it.
    const { id, refundClaim, follow, deposit } = JSON.parse(begun.out) as {
      readonly id: string;
      readonly refundClaim: string;
      readonly follow: string;
      readonly deposit: { readonly address: string; readonly amount: string };
    };
    const named = ['route', 'refund-address', id, refundTo];
    const wrong = await interline(...named, '--claim', '00');
    const first = await interline(...named, '--claim', refundClaim);
    const again = await interline(...named, '--claim', refundClaim);
    const another = await interline(
      ...['route', 'refund-address', id, await freshAddress(), '--claim', refundClaim],
    );
    const status = await interline('status', id);

    expect([begun.code, deposit.amount, follow], begun.err).to.deep.equal([
      0,
      '50000',
      `interline status ${id} --watch`,
    ]);
    expect([wrong.code, first.code, again.code, another.code]).to.deep.equal([1, 0, 0, 3]);
    expect(wrong.err).to.contain('REFUND_CLAIM_INVALID');
    expect(another.err).to.contain('REFUND_ADDRESS_SET');
    expect(status.out)
      .to.contain(`refunds to   ${refundTo}`)
      .and.to.match(/ s +AWAITING_DEPOSIT$/m)
      .and.not.to.contain(refundClaim);
  });

  it('shows the claim once, and what it is for, if no refund address is named', async () => {
    const shown = await interruptInterline(
      send(Wallet.createRandom().address),
      { env: { INTERLINE_URL: harness.url } },
      / s +AWAITING_DEPOSIT$/m,
    );

    expect(shown.out)
      .to.match(/^refundClaim +[0-9a-f]{64}$/m)
      .and.to.match(/interline route refund-address rt_\w+ <address> --claim <refundClaim>$/m);
  });

  it('is refused with the fix if no recipient is named, the amount is too small, or a refund address is given for another source', async () => {
    const nobody = await interline(
      ...['send', '--from', 'bitcoin', '--to', '8453', '--amount', '0.0005'],
    );
    const dust = await interline(...send(Wallet.createRandom().address, '0.00000001'));
    const signed = await interline(
      ...['send', '--from', '8453', '--to', `8453:${Wallet.createRandom().address}`],
      ...['--amount', '5', '--refund-address', await freshAddress()],
    );

    expect([nobody.code, dust.code, signed.code]).to.deep.equal([2, 3, 2]);
    expect(nobody.err).to.contain('name the recipient: --to 8453:<address>');
    expect(dust.err).to.contain('a deposit of 0.00000001 BTC is too small: wanted at least 0.0');
    expect(signed.err).to.contain('--refund-address is for deposits from bitcoin');
  });

  function interline(...args: readonly string[]): Promise<Ran> {
    return runInterline(args, { env: { INTERLINE_URL: harness.url } });
  }

  async function freshAddress(): Promise<string> {
    return String(await bitcoinRpc(harness.bitcoin, 'getnewaddress', '', 'bech32m'));
  }

  async function pay(address: string, coins: string): Promise<void> {
    await bitcoinRpc(harness.bitcoin, 'sendtoaddress', address, coins);
  }
});

function send(to: string, amount = '0.0005'): readonly string[] {
  return ['send', '--from', 'bitcoin', '--to', `8453:${to}`, '--amount', amount];
}
