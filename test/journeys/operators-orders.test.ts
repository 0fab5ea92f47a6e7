import { type JsonRecord, textField } from '@interline/cli';
import { stockRail } from '../support/stock-rail.ts';
import { accountSweep } from '@interline/core/transactions';
import { parts } from '@interline/server';
import { scriptedSteps } from '@interline/plugins/testing';
import { permit2Address } from '@interline/kernel';
import { Interface } from 'ethers';
import { setBlacklisted } from '../support/blacklist.ts';
import { chainRpc } from '../support/chain-rpc.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { gasCosts } from '../support/gas-costs.ts';
import { mine, resumeMining, stopMining } from '../support/mining.ts';
import { freshPayer, send } from '../support/payer.ts';
import { type Ran, runInterline } from '../support/run-interline.ts';
import { sendUnknown } from '../support/send-unknown.ts';
import { until } from '../support/until.ts';
import { usdcBalance } from '../support/usdc-balance.ts';
import { expect } from 'chai';

const source = 8453;
const destination = 42161;
const elsewhere = `0x${'e1'.repeat(20)}`;
const token = new Interface(['function transfer(address to, uint256 units)']);

describe('an operator who looks after routes by hand', () => {
  let harness: Harness;
  afterEach(() => harness.stop());

  describe('over the float', () => {
    beforeEach(async () => {
      harness = await startHarness({ chainIds: [source, destination] });
    });

    it('bumps a payout that is stuck behind a fee rise, and the recipient is paid once', async () => {
      const payer = await freshPayer(harness, source, 5_000_000n);
      await stopMining(harness.devnet, destination);
      const id = await accepted(payer, 2_000_000n);
      const payout = await openPayout(id);
      const [first] = payout.forms;
      const dear = BigInt(first?.maxFeeRate ?? 0) * 4n;
      await gasCosts(harness, destination, dear / 2n / 10n ** 9n);
      const waiting = (await sheet('float'))[0]?.chain;

      const low = await interline(['account', 'bump', payout.id, '--cap', '1', ...why]);
      const tried = await interline([
        'account',
        'bump',
        payout.id,
        '--cap',
        String(dear),
        '--dry-run',
      ]);
      const bumped = await interline(['account', 'bump', payout.id, '--cap', String(dear), ...why]);
      const [after] = await sheet('float');
      await resumeMining(harness.devnet, destination);
      const last = await endOfRoute(harness.client, id);

      expect(waiting).to.deep.equal({ shows: 'waiting', hash: null, block: null });
      expect([low.code, tried.code, bumped.code], bumped.err).to.deep.equal([2, 0, 0]);
      expect(low.err).to.contain('give more than that');
      expect(after?.forms.map(({ movements }) => movements)).to.deep.equal([
        ['payout'],
        ['payout'],
      ]);
      expect(BigInt(after?.forms[1]?.maxFeeRate ?? 0) > BigInt(first?.maxFeeRate ?? 0)).to.equal(
        true,
      );
      expect(last).to.include({ status: 'DONE', destTx: after?.forms[1]?.hash });
      expect(await usdcBalance(harness.devnet, destination, payer.address)).to.equal(1_998_400n);
      expect(await audited()).to.deep.equal(['bump done', 'bump refused']);
    });

    it('bumps what a stopped account waits for, since what the store lost is mined only after it', async () => {
      const payer = await freshPayer(harness, source, 5_000_000n);
      await stopMining(harness.devnet, destination);
      const id = await accepted(payer, 2_000_000n);
      const payout = await openPayout(id);
      const dear = BigInt(payout.forms[0]?.maxFeeRate ?? 0) * 4n;
      await sendUnknown(harness, destination, 'float');
      await accountSweep(harness.container.get(parts.transfer).ports)(new AbortController().signal);

      const kinds = (await desk())
        .map(({ kind, state }) => `${String(kind)} ${String(state)}`)
        .toSorted();
      const filled = await interline(['account', 'replace', payout.id, ...why]);
      const bumped = await interline(['account', 'bump', payout.id, '--cap', String(dear), ...why]);
      await resumeMining(harness.devnet, destination);
      await mine(harness.devnet, destination, 3);
      const restart = ['account', 'restart', String(destination), 'float', ...why];
      const restarted = await interline(restart);
      const last = await endOfRoute(harness.client, id);

      expect(kinds).to.deep.equal(['account store-behind', 'route QUARANTINED']);
      expect([filled, bumped, restarted].map(({ code }) => code)).to.deep.equal([3, 0, 0]);
      expect(filled.err).to.contain(`the float account on eip155:${destination} is stopped`);
      expect(last).to.include({ status: 'DONE', stage: 'DELIVERED' });
      expect(await usdcBalance(harness.devnet, destination, payer.address)).to.equal(1_998_400n);
    });

    it('refunds a payer on the blacklist to another address, and never to one of ours', async () => {
      const payer = await freshPayer(harness, source, 2_000_000n);
      await stopMining(harness.devnet, source);
      const id = await accepted(payer, 2_000_000n);
      await setBlacklisted(harness.devnet, destination, payer.address, true);
      await mine(harness.devnet, source);
      await setBlacklisted(harness.devnet, source, payer.address, true);
      await resumeMining(harness.devnet, source);
      await untilStage(id, 'REFUND_HELD');
      const [entry] = await desk();

      const float = harness.container.get(parts.evm).evmAccounts.float;
      const refused = [
        await interline(['route', 'refund', id, '--to', float, ...why]),
        await interline(['route', 'refund', id, '--to', `0x${'0'.repeat(36)}dead`, ...why]),
        await interline(['route', 'refund', id, '--to', permit2Address, ...why]),
        await interline(['route', 'refund', id, '--to', elsewhere]),
      ];
      const paid = await interline(['route', 'refund', id, '--to', elsewhere, ...why]);
      const last = await endOfRoute(harness.client, id);

      expect(entry?.['state']).to.equal('REFUND_HELD');
      expect(entry?.['shows']).to.deep.include({ owed: '2000000', credited: '2000000' });
      expect(entry?.['commands']).to.include(
        `interline route refund ${id} --to <address> --reason "<why>"`,
      );
      expect(refused.map(({ code }) => code)).to.deep.equal([2, 2, 2, 2]);
      expect(paid.out)
        .to.contain(`refund route ${id}: done`)
        .and.to.contain('units: 2 USDC')
        .and.to.match(/^audit +au_/m);
      expect(refused[0]?.err).to.contain('is an address of this relayer');
      expect(refused[1]?.err).to.contain('has no known key');
      expect(refused[2]?.err).to.contain('what is sent there is lost');
      expect(refused[3]?.err).to.contain('needs a reason');
      expect(paid.code, paid.err).to.equal(0);
      expect(last).to.include({ status: 'FAILED', stage: 'REFUNDED', refunded: '2000000' });
      expect(last['refundTx']).to.match(/^0x[0-9a-f]{64}$/);
      expect([
        await usdcBalance(harness.devnet, source, elsewhere),
        await usdcBalance(harness.devnet, source, payer.address),
        await usdcBalance(harness.devnet, destination, payer.address),
      ]).to.deep.equal([2_000_000n, 0n, 0n]);
      expect(await desk()).to.deep.equal([]);
      expect((await interline(['desk'])).out).to.equal('Nothing waits for a person.\n');
    });
  });

  describe('over a rail that says it is done and names no transaction', () => {
    beforeEach(async () => {
      const rail = stockRail({
        plan: { pullTo: 'spender' },
        steps: () => [scriptedSteps.track()],
        progress: [{ status: 'DONE', stage: 'DONE' }],
      });
      harness = await startHarness({ chainIds: [source, destination], rails: [rail] });
    });

    it('settles the routes with the transaction that paid each, and with none that paid another', async () => {
      const payers = [
        await freshPayer(harness, source, 5_000_000n),
        await freshPayer(harness, source, 5_000_000n),
      ] as const;
      const stranger = await freshPayer(harness, destination, 9_000_000n);
      const ids = [
        await accepted(payers[0], 2_000_000n, elsewhere),
        await accepted(payers[1], 2_000_000n, elsewhere),
      ] as const;
      for (const id of ids) await untilStage(id, 'VERIFYING');
      const short = await pay(stranger.address, elsewhere, 1_000_000n);
      const whole = await pay(stranger.address, elsewhere, 1_999_000n);
      const other = await pay(stranger.address, payers[0].address, 1_999_000n);

      const results = [
        await settle(ids[0], short),
        await settle(ids[0], other),
        await settle(ids[0], whole),
        await settle(ids[1], whole),
      ];
      const unseen = await interline(['route', 'settle', ids[1], '--unseen', ...why]);

      expect(results.map(({ code }) => code)).to.deep.equal([3, 3, 0, 3]);
      expect(results[0]?.err).to.contain(`brought 1000000 of USDC, and at least`);
      expect(results[1]?.err).to.contain('no USDC on');
      expect(results[3]?.err).to.contain('another route was credited with what');
      expect(unseen.code, unseen.err).to.equal(0);
      expect(unseen.out)
        .to.contain(`settle route ${ids[1]}: done`)
        .and.to.contain('stage: VERIFYING -> DELIVERED_UNSEEN')
        .and.to.match(/booksAs: /);
      const [first, second] = [await receipt(ids[0]), await receipt(ids[1])];
      expect(first).to.include({ status: 'DONE', stage: 'DELIVERED', destTx: whole });
      expect((first['to'] as JsonRecord)['delivered']).to.equal('1999000');
      expect(second).to.include({ status: 'DONE', stage: 'DELIVERED_UNSEEN', destTx: null });
      expect(await audited()).to.deep.equal([
        'settle-route done',
        'settle-route refused',
        'settle-route done',
        'settle-route refused',
        'settle-route refused',
      ]);
    });

    function settle(id: string, hash: string): Promise<Ran> {
      return interline(['route', 'settle', id, '--evidence', hash, ...why]);
    }
  });

  describe('over a rail that speaks of its transfers as the core does of routes that wait', () => {
    beforeEach(async () => {
      const rail = stockRail({
        plan: { pullTo: 'spender' },
        steps: () => [scriptedSteps.track()],
        progress: ['QUARANTINED', 'REFUND_HELD', 'VERIFYING', 'NEARLY_THERE'].map((stage) => ({
          status: 'BRIDGING' as const,
          stage,
        })),
      });
      harness = await startHarness({ chainIds: [source, destination], rails: [rail] });
    });

    it('asks it again as usual, and lists none of them', async () => {
      const payer = await freshPayer(harness, source, 5_000_000n);
      const id = await accepted(payer, 2_000_000n, elsewhere);

      await untilStage(id, 'NEARLY_THERE');

      expect(await desk()).to.deep.equal([]);
    });
  });

  const why = ['--reason', 'seen on the explorer'];

  async function accepted(
    payer: Awaited<ReturnType<typeof freshPayer>>,
    units: bigint,
    recipient?: string,
  ): Promise<string> {
    const { receipt: answer } = await send(harness, payer, {
      from: source,
      to: destination,
      units,
      ...(recipient === undefined ? {} : { recipient }),
    });
    return textField(answer, 'id');
  }

  /** The base fee of a block that is mined now, which the one behind it takes an eighth of at most. */
  interface Open {
    readonly id: string;
    readonly owner: string;
    readonly chain: JsonRecord;
    readonly forms: readonly {
      readonly hash: string;
      readonly maxFeeRate: string;
      readonly movements: readonly string[];
    }[];
  }

  function openPayout(route: string): Promise<Open> {
    return until('the payout is open', async () => {
      const [open] = (await sheet('float')).filter(({ owner }) => owner === route);
      return open ?? false;
    });
  }

  async function sheet(role: string): Promise<readonly Open[]> {
    const { out } = await interline(['account', 'show', String(destination), role, '--json']);
    // CAST: the answer of the endpoint, by its shape.
    const { accounts } = JSON.parse(out) as { accounts: readonly { open: readonly Open[] }[] };
    return accounts.flatMap(({ open }) => open);
  }

  async function desk(): Promise<readonly JsonRecord[]> {
    const { out } = await interline(['desk', '--json']);
    return (JSON.parse(out) as { entries: readonly JsonRecord[] }).entries; // CAST: as above.
  }

  /** The newest first. */
  async function audited(): Promise<readonly string[]> {
    const { out } = await interline(['operator', 'audit', '--json']);
    // CAST: as above.
    const { entries } = JSON.parse(out) as { entries: readonly JsonRecord[] };
    return entries.map((one) => `${String(one['action'])} ${String(one['outcome'])}`);
  }

  function receipt(id: string): Promise<JsonRecord> {
    return harness.client.get(`/api/route/status?id=${id}`);
  }

  function untilStage(id: string, stage: string): Promise<JsonRecord> {
    return until(`the stage ${stage}`, async () => {
      const answer = await receipt(id);
      return answer['stage'] === stage && answer;
    });
  }

  /** A transfer of USDC on the destination that the service has no part in. */
  async function pay(from: string, to: string, units: bigint): Promise<string> {
    const { devnet } = harness;
    const usdc = devnet.chains
      .find((one) => one.chainId === destination)
      ?.tokens.find((one) => one.symbol === 'USDC')?.address;
    await chainRpc(devnet, destination, 'anvil_setBalance', [from, '0xde0b6b3a7640000']);
    await chainRpc(devnet, destination, 'anvil_impersonateAccount', [from]);
    const data = token.encodeFunctionData('transfer', [to, units]);
    const hash = await chainRpc(devnet, destination, 'eth_sendTransaction', [
      { from, to: usdc, data },
    ]);
    await mine(devnet, destination, 3);
    return String(hash);
  }

  function interline(args: readonly string[]): Promise<Ran> {
    return runInterline(args, {
      env: { INTERLINE_URL: harness.url, INTERLINE_OPERATOR_TOKEN: harness.operatorToken },
    });
  }
});
