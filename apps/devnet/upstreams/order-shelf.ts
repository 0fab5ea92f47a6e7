import type { Deposit, Offer, Order, OrderBook, OrderState } from './order.ts';

type ShelvedOrder = { readonly offer: Offer; state: OrderState; depositedAtMs: number | null };

/** How long an offer without a deposit is remembered: far longer than any engine honours one. */
const forgottenAfterMs = 600_000;

/** One engine's orders, by the calldata or the address of their deposit. */
export class OrderShelf implements OrderBook {
  readonly #byKey = new Map<string, ShelvedOrder>();
  readonly #byId = new Map<string, ShelvedOrder>();
  readonly #bySourceTx = new Map<string, ShelvedOrder>();
  /** Oldest first. */
  readonly #unpaid = new Map<string, ShelvedOrder>();

  /** The key identifies its deposit: the hash of its calldata, or the deposit address. */
  put(offer: Offer, key: string): void {
    this.#forget(offer.quotedAtMs - forgottenAfterMs);
    const order: ShelvedOrder = { offer, state: { stage: 'quoted' }, depositedAtMs: null };
    this.#byKey.set(key.toLowerCase(), order);
    this.#unpaid.set(key.toLowerCase(), order);
    this.#byId.set(offer.id, order);
  }

  /**
   * The order that this deposit pays for in full; undefined when it is unknown, or was paid before.
   */
  claim({ key: spelled, token, units, txHash: srcTx }: Deposit): Order | undefined {
    const key = spelled.toLowerCase();
    const order = this.#unpaid.get(key);
    if (
      order === undefined ||
      units < order.offer.ask.units ||
      token?.toLowerCase() !== order.offer.said.token?.toLowerCase()
    )
      return undefined;
    this.#unpaid.delete(key);
    order.state = { stage: 'seen', srcTx };
    order.depositedAtMs = Date.now();
    this.#bySourceTx.set(srcTx.toLowerCase(), order);
    return order;
  }

  move(order: Order, state: OrderState): void {
    const shelved = this.#byId.get(order.offer.id);
    if (shelved !== undefined) shelved.state = state;
  }

  byId(id: string): Order | undefined {
    return this.#byId.get(id.toLowerCase());
  }

  bySourceTx(txHash: string): Order | undefined {
    return this.#bySourceTx.get(txHash.toLowerCase());
  }

  byDepositAddress(address: string): Order | undefined {
    return this.#byKey.get(address.toLowerCase());
  }

  /** Those a deposit was seen for, oldest first. */
  deposited(): readonly Order[] {
    return [...this.#bySourceTx.values()];
  }

  #forget(quotedBeforeMs: number): void {
    for (const [key, { offer }] of this.#unpaid) {
      if (offer.quotedAtMs > quotedBeforeMs) return;
      this.#unpaid.delete(key);
      this.#byKey.delete(key);
      this.#byId.delete(offer.id);
    }
  }
}
