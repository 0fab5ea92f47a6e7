import {
  type Address,
  asUnits,
  movementOf,
  neverMined,
  relayerOwner,
  type SignedTransaction,
  type Transaction,
} from '@interline/kernel';
import type {
  Bump,
  FamilyCustody,
  Prepared,
  TransactionReading,
  TransactionRequest,
} from '@interline/ports';
import { until } from '../../support/until.ts';
import { valueOf } from '../../contract/custody/outcome-value.ts';
import type { ContractScene } from './contract-scene.ts';

const { signal } = new AbortController();

/** A payment as the store holds it, with all that was signed for it. */
export interface Committed {
  readonly transaction: Transaction;
  readonly forms: readonly SignedTransaction[];
}

/** Does with a float what the core does, through the port alone. */
export class Float {
  /** All that was signed. */
  readonly signed: SignedTransaction[] = [];
  readonly #scene: ContractScene;
  #count = 0;

  constructor(scene: ContractScene) {
    this.#scene = scene;
  }

  get account(): Address {
    return this.#scene.custody.account(this.#scene.chain, 'float');
  }

  payoutTo(to: Address, units: bigint): TransactionRequest {
    const { chain, token } = this.#scene;
    const purpose = 'payout';
    return { kind: 'payout', purpose, chain, token, role: 'float', to, units: asUnits(units) };
  }

  async prepare(request: TransactionRequest): Promise<Prepared> {
    const [prepared] = valueOf(await this.#scene.custody.prepare(request, signal));
    if (prepared === undefined) throw new Error('nothing was prepared');
    return prepared;
  }

  async nextSlot(): Promise<number> {
    return (await this.#scene.custody.queue(this.#scene.chain, this.account, signal)).pending;
  }

  /** Takes the next slots: one each, or one for all where the family merges them. */
  async commit(payouts: readonly Prepared[], nowMs = Date.now()): Promise<readonly Committed[]> {
    const { chain, custody } = this.#scene;
    const next = await this.nextSlot();
    if (!custody.mergesTransactions(chain, 'float'))
      return payouts.map((one, index) => this.#alone(one, next + index, nowMs));
    const groups = payouts.map(({ tx }) => [tx]);
    const { prepared } = await custody.prepareMerged(chain, 'float', groups, signal);
    if (prepared === null) throw new Error('all payouts would fail');
    const batch = this.#transaction(prepared, next, nowMs);
    const carried = payouts.map((one, group): Transaction => ({
      ...this.#transaction(one, next, nowMs),
      multicall: {
        bundle: `b${group}`,
        position: group,
        call: one.tx,
        carried: { by: batch.id, group, of: payouts.length },
      },
    }));
    const form = this.#seal(prepared, batch, carried, nowMs);
    return carried.map((transaction) => ({ transaction, forms: [form] }));
  }

  async committed(to: Address, units: bigint): Promise<Committed> {
    const [one] = await this.commit([await this.prepare(this.payoutTo(to, units))]);
    if (one === undefined) throw new Error('nothing was committed');
    return one;
  }

  /** Fills the slot of a payment with nothing. */
  async noopIn({ transaction: { slot } }: Committed): Promise<Committed> {
    const { chain } = this.#scene;
    return this.#alone(await this.prepare({ kind: 'noop', chain, role: 'float' }), slot);
  }

  async bump(one: Committed): Promise<Bump> {
    return this.#scene.custody.bump(lastOf(one), null, signal);
  }

  /** With a further form, which offers what custody says. */
  async replaced(one: Committed, nowMs = Date.now()): Promise<Committed> {
    const last = lastOf(one);
    const bump = await this.bump(one);
    if (bump.kind !== 'dearer') throw new Error(`custody offers no more: ${bump.kind}`);
    const { purpose, chain, role, account, expects } = one.transaction;
    const prepared = { purpose, chain, role, account, expects, tx: bump.tx, block: 0 };
    const again = this.#scene.custody.seal(last, prepared, last.slot, nowMs);
    this.signed.push(again);
    return { ...one, forms: [...one.forms, again] };
  }

  async send(
    form: SignedTransaction,
    custody: FamilyCustody = this.#scene.custody,
  ): Promise<string> {
    return (await custody.broadcast([form]))[0] ?? 'nothing';
  }

  async read(one: Committed, custody = this.#scene.custody): Promise<TransactionReading> {
    const { transactions } = await custody.observe(this.#scene.chain, [one], signal);
    const [reading] = transactions;
    if (reading === undefined) throw new Error('nothing was read of the transaction');
    return reading;
  }

  /** Sends the same bytes until a block has them all; the readings in their order. */
  async settle(...all: readonly Committed[]): Promise<readonly Mined[]> {
    const { custody, chain } = this.#scene;
    const forms = new Map(all.map((one) => [lastOf(one).hash, lastOf(one)]));
    return until('all payments in blocks', async () => {
      await custody.broadcast([...forms.values()]);
      await this.#scene.closeBlock();
      const { transactions } = await custody.observe(chain, all, signal);
      const mined = transactions.flatMap((one) => one.mined ?? []);
      return mined.length === all.length && mined;
    });
  }

  #alone(prepared: Prepared, slot: number, nowMs = Date.now()): Committed {
    const transaction = this.#transaction(prepared, slot, nowMs);
    return { transaction, forms: [this.#seal(prepared, transaction, [transaction], nowMs)] };
  }

  #seal(
    prepared: Prepared,
    { id, slot }: Transaction,
    carried: readonly Transaction[],
    nowMs: number,
  ): SignedTransaction {
    const movements = carried.flatMap((one) => movementOf(one) ?? []);
    const content = { transactionId: id, movements };
    const form = this.#scene.custody.seal(content, prepared, slot, nowMs);
    this.signed.push(form);
    return form;
  }

  #transaction(prepared: Prepared, slot: number, createdAtMs: number): Transaction {
    const { purpose, chain, role, account, expects } = prepared;
    this.#count += 1;
    return {
      ...neverMined,
      ...{ id: `ef_${this.#count}`, owner: relayerOwner, step: 0 },
      ...{ purpose, chain, role, account, slot, expects, createdAtMs, multicall: null },
    };
  }
}

type Mined = NonNullable<TransactionReading['mined']>;

/** The newest form of a payment. */
export function lastOf({ forms }: Pick<Committed, 'forms'>): SignedTransaction {
  const last = forms.at(-1);
  if (last === undefined) throw new Error('nothing was signed');
  return last;
}
