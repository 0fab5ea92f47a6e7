import { setTimeout as pause } from 'node:timers/promises';
import { type JsonRecord, textField } from '@interline/cli';
import { expect } from 'chai';
import { chainRpc } from '../support/chain-rpc.ts';
import { type EngineHarness, hasEngines, startEngineHarness } from '../support/engine-harness.ts';
import { type Account, accountFor, earnedWith, spenderBook } from '../support/engine-money.ts';
import {
  destination,
  endOfTransfer,
  type EngineName,
  engineNames,
  type EngineTransfer,
  newTransfer,
  sentUnits,
  source,
  startTransfer,
  untilStage,
} from '../support/engine-transfer.ts';
import { tokenBalance } from '../support/token-balance.ts';

/** A transfer under a fault, as far as it came. */
interface Run {
  readonly transfer: EngineTransfer;
  readonly receipt: JsonRecord;
  readonly account: Account;
}

const givenBack: Account = {
  end: 'FAILED REFUNDED',
  delivered: 0n,
  refunded: sentUnits,
  payer: sentUnits,
  recipient: 0n,
  pulls: 1,
  deposits: 1,
};
const elsewhere: Account = {
  end: 'FAILED DELIVERED_OTHER_TOKEN',
  delivered: 0n,
  refunded: 0n,
  payer: 0n,
  recipient: 0n,
  pulls: 1,
  deposits: 1,
};
const unseen: Account = { ...elsewhere, end: 'BRIDGING VERIFYING' };

/** Those that have a word for a delivery in another token; to the others it is a success. */
const telling: readonly EngineName[] = ['lifi', 'across', 'socket'];
const untelling = engineNames.filter((engine) => !telling.includes(engine));

describe('an engine that misbehaves with the money', () => {
  let harness: EngineHarness;
  before(async function () {
    if (!(await hasEngines())) this.skip();
    harness = await startEngineHarness();
  });
  after(() => harness?.stop());

  it('and gives it back leaves the payer with all that was sent, our charge included', async () => {
    // Three engines give back to us and not to the payer; one does not say where. Two such at once
    // are kept apart.
    const runs = await runAll([...engineNames, 'lifi', 'stargate', 'stargate'], 'refunded');

    for (const {
      transfer: { engine },
      receipt,
      account,
    } of runs) {
      expect(account, engine).to.deep.equal(givenBack);
      expect(
        await chainRpc(harness.devnet, source, 'eth_getTransactionReceipt', [
          textField(receipt, 'refundTx'),
        ]),
        engine,
      ).to.include({ status: '0x1' });
    }
    expect(new Set(runs.map(({ receipt }) => receipt['refundTx'])).size).to.equal(runs.length);
  });

  it('and gives it back because its quote had expired, which it did not say, is no different', async () => {
    const runs = await runAll(
      ['lifi', 'relay', 'debridge', 'symbiosis', 'stargate'],
      'expired-quote',
    );

    for (const {
      transfer: { engine },
      account,
    } of runs)
      expect(account, engine).to.deep.equal(givenBack);
  });

  for (const fault of ['partial', 'failed-actions']) {
    it(`and says that another token arrived (${fault}) has delivered that: the receipt shows how much, and nothing is refunded`, async () => {
      const runs = await runAll(telling, fault);

      for (const {
        transfer: { engine, recipient },
        receipt,
        account,
      } of runs) {
        const arrived = await tokenBalance(harness.devnet, destination, 'DAI', recipient);
        expect(account, engine).to.deep.equal(elsewhere);
        expect(arrived > 9_900_000_000_000_000_000_000n, engine).to.equal(true);
        expect(receipt['failure'], engine).to.include({
          error: `${arrived} of DAI arrived instead of USDC`,
          errorCode: 'DELIVERED_OTHER_TOKEN',
        });
      }
    });
  }

  it('and delivers less than it promised has failed, with the figure that arrived', async () => {
    const runs = await runAll(engineNames, 'short-fill');

    for (const {
      transfer: { engine },
      receipt,
      account,
    } of runs) {
      expect(account, engine).to.deep.equal({
        end: 'FAILED DELIVERED_BELOW_MIN',
        delivered: account.recipient,
        refunded: 0n,
        payer: 0n,
        recipient: account.recipient,
        pulls: 1,
        deposits: 1,
      });
      expect(
        [account.recipient > 0n, account.recipient < BigInt(textField(receipt, 'to', 'min'))],
        engine,
      ).to.deep.equal([true, true]);
    }
  });

  it('and calls done what the chain does not show is never believed, and nothing is sent again', async () => {
    const { held } = await spenderBook(harness);
    const transfers = await Promise.all([
      ...engineNames.map((engine) => begun(engine, 'lying-done')),
      ...untelling.map((engine) => begun(engine, 'partial')),
      // The one that hides the recipient even from a reader of its calldata.
      begun('symbiosis', 'wrong-recipient'),
    ]);
    await Promise.all(transfers.map(({ id }) => untilStage(harness, id, 'VERIFYING')));
    const { sent } = await spenderBook(harness);
    await pause(2_000);

    const runs = await Promise.all(
      transfers.map(async ({ transfer, id }) =>
        lookedAt(transfer, await harness.client.get(`/api/route/status?id=${id}`)),
      ),
    );

    for (const {
      transfer: { engine, fault },
      account,
    } of runs)
      expect(account, `${engine} ${fault}`).to.deep.equal(unseen);
    expect(await spenderBook(harness)).to.deep.equal({
      held: held + earnedWith(runs.map(({ receipt }) => receipt)),
      sent,
    });
  });

  /** To their ends, with the spender's books in order behind them. */
  async function runAll(engines: readonly EngineName[], fault: string): Promise<readonly Run[]> {
    const { held } = await spenderBook(harness);
    const runs = await Promise.all(
      engines.map(async (engine) => {
        const { transfer, id } = await begun(engine, fault);
        return lookedAt(transfer, await endOfTransfer(harness, transfer, id));
      }),
    );
    const ends = runs
      .map(({ transfer: { engine, fault }, account }) => `${engine} ${fault} ${account.end}`)
      .join();
    expect((await spenderBook(harness)).held - held, ends).to.equal(
      earnedWith(runs.map(({ receipt }) => receipt)),
    );
    return runs;
  }

  /**
   * Another engine is allowed as well: it must not get a second chance at money that is out
   * already.
   */
  async function begun(
    engine: EngineName,
    fault: string,
  ): Promise<{ readonly transfer: EngineTransfer; readonly id: string }> {
    const transfer = await newTransfer(
      harness,
      engine,
      fault,
      engine === 'oneclick' ? [] : ['oneclick'],
    );
    return { transfer, id: await startTransfer(harness, transfer) };
  }

  async function lookedAt(transfer: EngineTransfer, receipt: JsonRecord): Promise<Run> {
    expect(receipt['aggregator']).to.equal(transfer.engine);
    return { transfer, receipt, account: await accountFor(harness, transfer, receipt) };
  }
});
