import type { Route } from '@interline/core/transfer';
import type { RailPort } from '@interline/ports';
import { type Alterations, type AlteredWorker, alteredWorker } from './altered-worker.ts';
import { auditSettled, settleHarness } from './audit-harness.ts';
import { accounts } from './model-custody.ts';
import { type ModelHarness, modelHarness, type ModelTransfer } from './model-harness.ts';
import { expect } from 'chai';

/**
 * One transfer in a model harness, looked after by a worker under a configuration that a test may
 * change.
 */
export class OneTransfer {
  readonly harness: ModelHarness;
  readonly transfer: ModelTransfer;
  #worker: AlteredWorker;

  private constructor(harness: ModelHarness, transfer: ModelTransfer) {
    this.harness = harness;
    this.transfer = transfer;
    this.#worker = alteredWorker(harness, {});
  }

  /** 200,000 units from the first chain to the second, accepted, their pull sent and not mined. */
  static async accepted(rail?: RailPort): Promise<OneTransfer> {
    const harness = await modelHarness(1, rail);
    await harness.execute(0, 200_000n);
    const [transfer] = harness.transfers;
    if (transfer === undefined) throw new Error('nothing was accepted');
    return new OneTransfer(harness, transfer);
  }

  get worker(): AlteredWorker {
    return this.#worker;
  }

  /** The same harness under another configuration, as after a restart. */
  async under(alterations: Alterations): Promise<void> {
    this.#worker.stop();
    this.#worker = alteredWorker(this.harness, alterations);
    await this.#worker.start();
  }

  async route(): Promise<Route> {
    const stored = await this.harness.money.store.reads.transfers.route(this.transfer.id);
    if (stored === null) throw new Error('the route is gone');
    return stored;
  }

  async shown() {
    const { status, stage } = await this.route();
    const { from, to, payer, recipient } = this.transfer;
    return { status, stage, payer: from.balance(payer), recipient: to.balance(recipient) };
  }

  async purposes(): Promise<readonly string[]> {
    return (await this.harness.money.store.reads.transactions.transactionsOf(this.transfer.id)).map(
      ({ purpose }) => purpose,
    );
  }

  async openReservations(): Promise<readonly string[]> {
    const tokens = ['native', this.transfer.permit.token];
    const books = this.harness.chains.flatMap(({ ref: chain }) =>
      Object.values(accounts).flatMap((account) =>
        tokens.map((token) => ({ chain, account, token })),
      ),
    );
    const all = await Promise.all(
      books.map((book) => this.harness.money.store.reads.transactions.reservations(book)),
    );
    return all
      .flat()
      .filter((one) => one.state === 'open')
      .map((one) => one.id);
  }

  async endsAs(stage: string): Promise<void> {
    await settleHarness(this.harness);
    expect(await auditSettled(this.harness)).to.deep.equal({ wrong: [], stages: [stage] });
  }

  async close(): Promise<void> {
    this.#worker.stop();
    await this.harness.close();
  }
}
