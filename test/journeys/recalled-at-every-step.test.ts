import {
  answer,
  asAmount,
  asUnits,
  evmAddress,
  type Hex,
  noUnits,
  type Progress,
  refuse,
  TokenList,
} from '@interline/kernel';
import type { RailPort } from '@interline/ports';
import { scriptedManifest, scriptedSteps } from '@interline/plugins/testing';
import { expect } from 'chai';
import { stockRail } from '../support/stock-rail.ts';
import { auditSettled, settleHarness } from '../support/model/audit-harness.ts';
import { accounts } from '../support/model/model-custody.ts';
import { type ModelHarness, modelHarness, payerAtStart } from '../support/model/model-harness.ts';
import { tokenOn } from '../support/model/model-transfer.ts';
import { type MortalProcess, mortalProcess } from '../support/model/mortal-process.ts';

const engine = evmAddress(`0x${'be'.repeat(20)}`);
const engineThere = evmAddress(`0x${'de'.repeat(20)}`);
const refundTx: Hex = `0x${'5e'.repeat(32)}`;
const fillTx: Hex = `0x${'f1'.repeat(32)}`;
const units = 200_000n;
/** 8 bps. */
const fee = 160n;
const takenBack: Hex = '0x6ea26ba5';

/** More than any life of these routes comes to. */
const placesAtMost = 400;

describe('a transfer that its engine never delivers, by a service that dies at every step of its recall', () => {
  it('is recalled once and given back whole, wherever it dies', async function () {
    this.timeout(600_000);
    let died = 0;
    for (let places = 1; places < placesAtMost; places += 1) {
      const scene = await Scene.handedOver();
      const isOver = await scene.liveDyingAt(places);
      const found = await scene.facts();
      await scene.close();
      expect(found, `place ${places}`).to.deep.equal({
        stage: 'REFUNDED',
        payer: payerAtStart,
        recipient: 0n,
        spender: 0n,
        recalled: 1,
        reverted: 0,
        wrong: [],
      });
      if (isOver) break;
      died += 1;
    }
    console.log(`      ${died} places died at`);
    expect(died).to.be.greaterThan(20);
    expect(died).to.be.lessThan(placesAtMost - 1);
  });

  it('is delivered where a fill comes first, wherever it dies, and what it sent came to nothing', async function () {
    this.timeout(600_000);
    let died = 0;
    for (let places = 1; places < placesAtMost; places += 1) {
      const scene = await Scene.handedOver('filled-first');
      const isOver = await scene.liveDyingAt(places);
      const found = await scene.facts();
      await scene.close();
      expect(found, `place ${places}`).to.deep.include({
        stage: 'DELIVERED',
        payer: payerAtStart - units,
        recipient: units - fee,
        spender: fee,
        recalled: 0,
        wrong: [],
      });
      if (isOver) break;
      died += 1;
    }
    console.log(`      ${died} places died at`);
    expect(died).to.be.greaterThan(20);
  });

  it('is not recalled endlessly where each recall reverts, and waits for a person', async () => {
    const scene = await Scene.handedOver('reverts');

    await scene.liveDyingAt(Number.POSITIVE_INFINITY, 80);
    const found = await scene.facts();
    await scene.close();

    // The first and the policy's three attempts more.
    expect(found).to.deep.include({ stage: 'OVERDUE', recalled: 0, reverted: 4 });
  });

  it('is not recalled a second time, and given nothing twice, by a store that was put back to before its recall', async () => {
    const scene = await Scene.handedOver();
    const backup = await scene.backUp();
    await scene.liveDyingAt(Number.POSITIVE_INFINITY);
    const first = await scene.facts();
    await scene.close();

    const later = await scene.restored(backup);
    await later.liveDyingAt(Number.POSITIVE_INFINITY);
    const found = await later.facts();
    await later.close();

    expect([first.stage, first.recalled]).to.deep.equal(['REFUNDED', 1]);
    // A person looks at what its accounts have sent and no plan has.
    expect(found).to.deep.include({
      stage: 'QUARANTINED',
      recalled: 1,
      payer: payerAtStart,
      spender: 0n,
    });
  });

  for (const said of ['cancelled', 'silent'] as const)
    it(`goes back by its recall alone where its engine ${said === 'silent' ? 'says nothing' : 'says that it was cancelled before'}`, async () => {
      const scene = await Scene.handedOver('stuck', said);
      const stages = await scene.stagesWhileFresh();

      await scene.liveDyingAt(Number.POSITIVE_INFINITY);
      const found = await scene.facts();
      await scene.close();

      expect(stages).to.deep.equal([said === 'silent' ? 'SENDING' : 'VERIFYING']);
      expect(found).to.deep.include({ stage: 'REFUNDED', recalled: 1, payer: payerAtStart });
    });
});

type Fate = 'stuck' | 'filled-first' | 'reverts';

/** One transfer over an engine that has its money, and that can be had to give it back. */
class Scene {
  readonly #harness: ModelHarness;
  readonly #rail: RailPort;
  readonly #fate: Fate;
  #lives = 0;
  #isGivenBack = false;
  #isFilled = false;

  private constructor(harness: ModelHarness, rail: RailPort, fate: Fate) {
    this.#harness = harness;
    this.#rail = rail;
    this.#fate = fate;
  }

  static async handedOver(fate: Fate = 'stuck', said: 'stuck' | 'cancelled' | 'silent' = 'stuck') {
    const progress = { now: (): Progress | null => null };
    const stock = stockRail({
      manifest: scriptedManifest({ capabilities: [] }),
      plan: { pullTo: 'spender' },
      steps: (order) => [
        {
          ...scriptedSteps.call(order),
          to: engine,
          approve: {
            token: evmAddress(order.from.address),
            spender: engine,
            units: asAmount(units - fee),
          },
        },
        { ...scriptedSteps.track(), recall: { to: engineThere } },
      ],
    });
    const rail: RailPort = {
      ...stock,
      async track() {
        const over = progress.now();
        if (over !== null) return over;
        if (said === 'silent') throw new Error('no answer');
        return { status: 'BRIDGING', stage: said === 'cancelled' ? 'REFUNDING' : 'AWAITING_FILL' };
      },
      recall: async () => answer({ to: engineThere, data: takenBack, value: noUnits }),
    };
    const harness = await modelHarness(1, rail);
    const scene = new Scene(harness, rail, fate);
    // By its log, where nobody names its transaction.
    harness.custody.refundsSince = async (chain, { token, to }, signal) =>
      to === harness.transfers[0]?.payer
        ? harness.custody.arrivals(chain, refundTx, { token, to }, signal)
        : [];
    progress.now = () => scene.#word(said);
    await harness.execute(0, units);
    for (let turns = 0; turns < 6; turns += 1) {
      await harness.work(60);
      harness.chains[0].mine(1);
    }
    await harness.work(60);
    return scene;
  }

  #word(said: string): Progress | null {
    if (said === 'silent') return null;
    if (this.#isFilled) return { status: 'DONE', stage: 'DELIVERED', destTx: fillTx };
    return this.#isGivenBack ? { status: 'FAILED', stage: 'REFUNDED', refundTx } : null;
  }

  backUp() {
    return this.#harness.backUp();
  }

  /** The same world with an older store; its engine refuses a second recall, as its contract does. */
  async restored(backup: Awaited<ReturnType<ModelHarness['backUp']>>): Promise<Scene> {
    const rail: RailPort = {
      ...this.#rail,
      recall: async () => refuse('WRONG_STATE', 'the order is cancelled already'),
    };
    const harness = await modelHarness(1, rail, { backup });
    const scene = new Scene(harness, rail, this.#fate);
    scene.#isGivenBack = true;
    scene.#lives = 100;
    return scene;
  }

  /** What a look shows while the transfer is not overdue. */
  async stagesWhileFresh(): Promise<readonly string[]> {
    await this.#harness.work(60);
    return [(await this.#route()).stage];
  }

  /**
   * The transfer is overdue from here on. True where the process came to its end before that place.
   */
  async liveDyingAt(places: number, turnsAtMost = 40): Promise<boolean> {
    let process = this.#born();
    process.dieAfter(places);
    let hasDied = false;
    for (let turns = 0; turns < turnsAtMost; turns += 1) {
      if (process.isDead) {
        hasDied = true;
        process = this.#born();
        await process.start();
      }
      await process.work([this.#id], 60);
      await this.#world();
      if (!process.isDead) await process.sweep();
      if (!process.isDead && (await this.#route()).phase === 'ended') break;
    }
    process.kill();
    return !hasDied;
  }

  #born(): MortalProcess {
    this.#lives += 1;
    const { store, custody, chains, breaches, confirmations } = this.#harness;
    return mortalProcess({
      store,
      custody,
      tokens: new TokenList(chains.map(({ ref }) => tokenOn(ref))),
      rail: this.#rail,
      confirmations,
      breaches: breaches as string[], // CAST: the harness's own list.
      life: this.#lives,
      // Each begins when the one before it has been gone for long.
      aheadMs: this.#lives * 86_400_000,
      policy: { overdueAfterMs: 0, refundRetryMs: 10 },
      onCommit: () => undefined,
    });
  }

  /** Blocks come; the engine gives back what was recalled, or the taker is faster. */
  async #world(): Promise<void> {
    const [source, there] = this.#harness.chains;
    const open = (await this.#transactions()).filter(
      (one) => one.chain === there.ref && one.state === 'open',
    );
    if (open.length > 0 && this.#fate !== 'stuck') there.refused.add(engineThere);
    if (open.length > 0 && this.#fate === 'filled-first' && !this.#isFilled) {
      this.#isFilled = true;
      const { recipient = '' } = this.#harness.transfers[0] ?? {};
      there.offer(outside(fillTx, recipient));
    }
    there.mine(1);
    // The next one is simulated as if it would succeed.
    if (this.#fate === 'reverts') there.refused.delete(engineThere);
    if (!this.#isGivenBack && this.#touches(true) > 0) {
      this.#isGivenBack = true;
      source.offer(outside(refundTx, this.#harness.transfers[0]?.payer ?? ''));
    }
    source.mine(1);
    this.#harness.chains.forEach((chain) => chain.mine(1));
  }

  #touches(isSuccess: boolean): number {
    return [...this.#harness.chains[1].branch.receipts()].filter(
      (one) => one.tx.action.kind === 'touch' && one.isSuccess === isSuccess,
    ).length;
  }

  async facts() {
    const [source, there] = this.#harness.chains;
    const { payer = '', recipient = '' } = this.#harness.transfers[0] ?? {};
    const isOver = (await this.#route()).phase === 'ended';
    if (isOver) await settleHarness(this.#harness);
    return {
      stage: (await this.#route()).stage,
      payer: source.balance(payer),
      recipient: there.balance(recipient),
      spender: source.balance(accounts.spender),
      recalled: this.#touches(true),
      reverted: this.#touches(false),
      wrong: isOver ? (await auditSettled(this.#harness)).wrong : [],
    };
  }

  close(): Promise<void> {
    return this.#harness.close();
  }

  get #id(): string {
    return this.#harness.transfers[0]?.id ?? '';
  }

  async #route() {
    const route = await this.#harness.store.reads.transfers.route(this.#id);
    if (route === null) throw new Error('the route is gone');
    return route;
  }

  #transactions() {
    return this.#harness.store.reads.transactions.transactionsOf(this.#id);
  }
}

function outside(hash: Hex, to: string) {
  return {
    hash,
    from: engine,
    nonce: null,
    action: { kind: 'mint', to, units: asUnits(units - fee) },
  } as const;
}
