import { type JsonRecord, textField } from '@interline/cli';
import { expect } from 'chai';
import { type EngineHarness, hasEngines, startEngineHarness } from '../support/engine-harness.ts';
import { type Account, accountFor, earnedWith, spenderBook } from '../support/engine-money.ts';
import {
  breakEngine,
  endOfTransfer,
  type EngineName,
  type EngineTransfer,
  newTransfer,
  sentUnits,
  signTransfer,
  source,
} from '../support/engine-transfer.ts';
import { resumeMining, stopMining } from '../support/mining.ts';

interface Run {
  readonly transfer: EngineTransfer;
  readonly receipt: JsonRecord;
  readonly account: Account;
}

const allFaults = [
  'no-route',
  'garbage-json',
  'hang',
  'lower-minimum',
  'wrong-target',
  'wrong-recipient',
  'wrong-token',
  'reverting-call',
];
const faultsAtOnce = 2;

describe('an engine that misbehaves between the pull and its deposit', () => {
  let harness: EngineHarness;
  before(async function () {
    if (!(await hasEngines())) this.skip();
    harness = await startEngineHarness({ settings: { faultsToRest: 100 } });
  });
  after(() => harness?.stop());

  it('gets nothing, and the payer everything back', async () => {
    const runs = await runAll(['lifi', 'across', 'stargate'], []);

    for (const {
      transfer: { engine, fault },
      account,
    } of runs) {
      expect(account, `${engine} ${fault}`).to.deep.equal({
        end: 'FAILED REFUNDED',
        delivered: 0n,
        refunded: sentUnits,
        payer: sentUnits,
        recipient: 0n,
        pulls: 1,
        deposits: 0,
      });
    }
  });

  it('gets nothing, and the next one delivers from the same pull', async () => {
    const runs = await runAll(['lifi', 'across', 'stargate'], ['oneclick']);

    for (const {
      transfer: { engine, fault },
      receipt,
      account,
    } of runs) {
      expect(account, `${engine} ${fault}`).to.deep.equal({
        end: 'DONE DELIVERED',
        delivered: account.recipient,
        refunded: 0n,
        payer: 0n,
        recipient: account.recipient,
        pulls: 1,
        deposits: 1,
      });
      expect(
        account.recipient >= BigInt(textField(receipt, 'to', 'min')),
        `${engine} ${fault}`,
      ).to.equal(true);
      expect(
        [
          receipt['aggregator'],
          (receipt['refusals'] as readonly { rail: string }[]).some(({ rail }) => rail === engine),
        ],
        `${engine} ${fault}`,
      ).to.deep.equal(['oneclick', true]); // CAST: the receipt's own shape.
    }
  });

  /**
   * Every fault with each engine, a few at a time: engines that are all asked at once would be late
   * for want of a processor.
   */
  async function runAll(
    engines: readonly EngineName[],
    others: readonly EngineName[],
  ): Promise<readonly Run[]> {
    const runs: Run[] = [];
    for (let at = 0; at < allFaults.length; at += faultsAtOnce)
      runs.push(...(await run(allFaults.slice(at, at + faultsAtOnce), engines, others)));
    return runs;
  }

  /** From the moment that all pulls are sent and none is mined. */
  async function run(
    faults: readonly string[],
    engines: readonly EngineName[],
    others: readonly EngineName[],
  ): Promise<readonly Run[]> {
    const { held } = await spenderBook(harness);
    const signed = await Promise.all(
      faults.flatMap((fault) =>
        engines.map(async (engine) => {
          const transfer = await newTransfer(harness, engine, fault, others);
          return { transfer, body: await signTransfer(harness, transfer) };
        }),
      ),
    );
    await stopMining(harness.devnet, source);
    const sent = await Promise.all(
      signed.map(async ({ transfer, body }) => ({
        transfer,
        id: textField(await harness.client.post('/api/route/execute', body), 'id'),
      })),
    );
    await Promise.all(sent.map(({ transfer }) => breakEngine(harness, transfer)));
    await resumeMining(harness.devnet, source);
    const runs = await Promise.all(
      sent.map(async ({ transfer, id }) => {
        const receipt = await endOfTransfer(harness, transfer, id);
        return { transfer, receipt, account: await accountFor(harness, transfer, receipt) };
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
});
