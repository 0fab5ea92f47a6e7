import {
  answer,
  asAddress,
  asAmount,
  asUnits,
  evmAddress,
  type Hex,
  noUnits,
  type Progress,
  refuse,
  TokenList,
} from '@interline/kernel';
import { planRefund } from '@interline/core/transfer';
import { scriptedManifest, scriptedSteps } from '@interline/plugins/testing';
import type { RailPort } from '@interline/ports';
import { stockRail } from '../stock-rail.ts';
import { auditSettled, settleHarness } from './audit-harness.ts';
import { accounts } from './model-custody.ts';
import { type ModelHarness, modelHarness } from './model-harness.ts';
import { tokenOn } from './model-transfer.ts';
import { type MortalProcess, mortalProcess } from './mortal-process.ts';

const engine = evmAddress(`0x${'be'.repeat(20)}`);
const engineThere = evmAddress(`0x${'de'.repeat(20)}`);
const refundTx: Hex = `0x${'5e'.repeat(32)}`;
const laterRefundTx: Hex = `0x${'6f'.repeat(32)}`;
const fillTx: Hex = `0x${'f1'.repeat(32)}`;
/** Paid no account. */
const emptyTx: Hex = `0x${'ab'.repeat(32)}`;
/** Paid the payer a little from a third party. */
const littleTx: Hex = `0x${'cd'.repeat(32)}`;
export const recallUnits = 200_000n;
/** 8 bps. */
export const recallFee = 160n;
const takenBack: Hex = '0x6ea26ba5';

export type Fate = 'stuck' | 'filled-first' | 'reverts';

/**
 * What the engine says of the transfer before it is filled, and of its refund.
 * - stuck: that it waits, and then which transaction gave it back
 * - cancelled: that it goes back, before anything was recalled; then as `stuck`
 * - silent: nothing
 * - empty, delivered-and-empty: that it failed, or is done, by a transaction that brought nothing back
 * - little: that it failed, by a transaction that brought the payer a little of another's
 * - another's: that it failed, by the refund that another route was credited with; its own came later
 */
export type Said =
  'stuck' | 'cancelled' | 'silent' | 'empty' | 'delivered-and-empty' | 'little' | "another's";

interface Options {
  readonly fate?: Fate;
  readonly said?: Said;
  /** The hand-over waits in the pool. */
  readonly isInPool?: boolean;
}

/** One transfer over an engine that has its money, and that can be had to give it back. */
export class RecallScene {
  readonly #harness: ModelHarness;
  readonly #rail: RailPort;
  readonly #fate: Fate;
  readonly #said: Said;
  /** Runs once, while the rail is asked. */
  #meanwhile: (() => Promise<void>) | null = null;
  #isRefused = false;
  /** The engine holds back what was recalled. */
  #keeps = false;
  /** All blocks that a refund may be in. */
  #isSearched = true;
  #lives = 0;
  #isGivenBack = false;
  #isFilled = false;

  private constructor(harness: ModelHarness, rail: RailPort, fate: Fate, said: Said) {
    this.#harness = harness;
    this.#rail = rail;
    this.#fate = fate;
    this.#said = said;
  }

  static async handedOver({ fate = 'stuck', said = 'stuck', isInPool = false }: Options = {}) {
    // Of the scene, which is made with the harness that has this rail.
    const world = {
      word: (): Progress | null => null,
      interrupted: async (): Promise<void> => undefined,
      isRefused: () => false,
    };
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
            units: asAmount(recallUnits - recallFee),
          },
        },
        { ...scriptedSteps.track(), recall: { to: engineThere } },
      ],
    });
    const rail: RailPort = {
      ...stock,
      async track() {
        await world.interrupted();
        const over = world.word();
        if (over !== null) return over;
        if (said === 'silent') throw new Error('no answer');
        return { status: 'BRIDGING', stage: said === 'cancelled' ? 'REFUNDING' : 'AWAITING_FILL' };
      },
      recall: async () =>
        world.isRefused()
          ? refuse('GAS_CEILING', 'too dear now')
          : answer({ to: engineThere, data: takenBack, value: noUnits }),
    };
    const harness = await modelHarness(1, rail);
    const scene = new RecallScene(harness, rail, fate, said);
    // By its log, where its transaction is not named.
    harness.custody.refundsSince = async (chain, { token, to, units }, signal) => {
      const isWhole = scene.#isSearched;
      if (to !== harness.transfers[0]?.payer) return { arrivals: [], isWhole };
      const found = await Promise.all(
        [refundTx, laterRefundTx].map((hash) =>
          harness.custody.arrivals(chain, hash, { token, to }, signal),
        ),
      );
      return { arrivals: found.flat().filter((one) => one.units === units), isWhole };
    };
    world.word = () => scene.#word();
    world.interrupted = () => scene.#interrupted();
    world.isRefused = () => scene.#isRefused;
    await harness.execute(0, recallUnits);
    for (let turns = 0; turns < 6; turns += 1) {
      await harness.work(60);
      if (isInPool && (await scene.#transactions()).some(({ purpose }) => purpose === 'call'))
        return scene;
      harness.chains[0].mine(1);
    }
    await harness.work(60);
    return scene;
  }

  async #interrupted(): Promise<void> {
    const meanwhile = this.#meanwhile;
    this.#meanwhile = null;
    await meanwhile?.();
  }

  #word(): Progress | null {
    if (this.#said === 'silent') return null;
    if (this.#isFilled) return { status: 'DONE', stage: 'DELIVERED', destTx: fillTx };
    if (!this.#isGivenBack) return null;
    const failed = { status: 'FAILED', stage: 'REFUNDED' } as const;
    switch (this.#said) {
      case 'empty':
        return { ...failed, refundTx: emptyTx };
      case 'delivered-and-empty':
        return { status: 'DONE', stage: 'DELIVERED', destTx: fillTx, refundTx: emptyTx };
      case 'little':
        return { ...failed, refundTx: littleTx };
      case "another's":
      case 'stuck':
      case 'cancelled':
        return { ...failed, refundTx };
    }
  }

  backUp() {
    return this.#harness.backUp();
  }

  /** The same world with an older store; its engine refuses a second recall, as its contract does. */
  async restored(backup: Awaited<ReturnType<ModelHarness['backUp']>>): Promise<RecallScene> {
    const rail: RailPort = {
      ...this.#rail,
      recall: async () => refuse('WRONG_STATE', 'the order is cancelled already'),
    };
    const harness = await modelHarness(1, rail, { backup });
    const scene = new RecallScene(harness, rail, this.#fate, this.#said);
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

  /**
   * One process sends a recall while another asks the rail about the same transfer, which both have as
   * overdue. The steps of all recalls that were sent.
   */
  async recallsOfTwoProcesses(): Promise<readonly number[]> {
    const [one, two] = [this.#born(), this.#born()];
    this.#isRefused = true;
    await one.work([this.#id], 60);
    this.#isRefused = false;
    this.#meanwhile = () => two.work([this.#id], 60);
    await one.work([this.#id], 60);
    one.kill();
    two.kill();
    return this.#recalls();
  }

  /**
   * The hand-over that waited in the pool is mined, a day after it was sent, where transfers are overdue
   * after an hour. The recalls that were sent then, and a day later.
   */
  async recallsOnceMined(): Promise<readonly (readonly number[])[]> {
    const process = this.#born({ overdueAfterMs: 3_600_000 });
    this.#harness.chains[0].mine(1);
    for (let looks = 0; looks < 5; looks += 1) await process.work([this.#id], 60);
    process.kill();
    const early = await this.#recalls();
    const next = this.#born({ overdueAfterMs: 3_600_000 });
    for (let looks = 0; looks < 3; looks += 1) await next.work([this.#id], 60);
    next.kill();
    return [early, await this.#recalls()];
  }

  /**
   * What an operator's refund is answered, by --despite-engine, after the recall was mined: while the engine
   * keeps the money, once the payer has it, and where the blocks were not searched yet.
   */
  async refundsOrdered(): Promise<readonly string[]> {
    const process = this.#born();
    this.#keeps = true;
    for (let turns = 0; turns < 3; turns += 1) {
      await process.work([this.#id], 60);
      await this.#world();
      await process.sweep();
    }
    const answers = [await this.#ordered(process)];
    this.#isSearched = false;
    answers.push(await this.#ordered(process));
    this.#keeps = false;
    await this.#world();
    answers.push(await this.#ordered(process));
    process.kill();
    return answers;
  }

  async #ordered({ money }: MortalProcess): Promise<string> {
    const order = { to: null, isUndelivered: true, isDespiteEngine: true };
    return planRefund(money, await this.#route(), order, new AbortController().signal).then(
      ({ units, from, engineSays }) => `${units} from the ${from}: ${engineSays ?? ''}`,
      (error: unknown) => String(error),
    );
  }

  async #recalls(): Promise<readonly number[]> {
    const there = this.#harness.chains[1].ref;
    return (await this.#transactions())
      .filter(({ chain }) => chain === there)
      .map(({ step }) => step);
  }

  #born({ overdueAfterMs = 0 } = {}): MortalProcess {
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
      policy: { overdueAfterMs, refundRetryMs: 10 },
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
    if (!this.#isGivenBack && !this.#keeps && this.#touches(true) > 0) {
      this.#isGivenBack = true;
      await this.#giveBack();
    }
    source.mine(1);
    this.#harness.chains.forEach((chain) => chain.mine(1));
  }

  async #giveBack(): Promise<void> {
    const [source] = this.#harness.chains;
    const { payer = '' } = this.#harness.transfers[0] ?? {};
    if (this.#said === 'little') source.offer(outside(littleTx, payer, 1n));
    source.offer(outside(refundTx, payer));
    if (this.#said !== "another's") return;
    source.mine(1);
    const [arrival] = await this.#harness.custody.arrivals(
      source.ref,
      refundTx,
      { token: (await this.#route()).order.from.address, to: asAddress(payer) },
      new AbortController().signal,
    );
    await this.#harness.store.run('credit', (tx) =>
      tx.transfers.creditArrival(source.ref, refundTx, arrival?.logIndex ?? 0, 'rt_another'),
    );
    source.offer(outside(laterRefundTx, payer));
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

function outside(hash: Hex, to: string, units = recallUnits - recallFee) {
  return {
    hash,
    from: engine,
    nonce: null,
    action: { kind: 'mint', to, units: asUnits(units) },
  } as const;
}
