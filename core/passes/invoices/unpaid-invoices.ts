import { RelayError } from '@interline/kernel';
import type { Clock } from '@interline/ports';
import type { Presenter } from '../bad-passes.ts';
import type { Invoice } from './invoice.ts';
import type { InvoiceReads } from './repository.ts';

/** How many open invoices may wait for their payments, times the scale of all limits. */
const openAtMost = { client: 10, lane: 1_000 } as const satisfies Record<Presenter, number>;
const mostClients = 100_000;

interface Open {
  readonly id: string;
  readonly expiresAtMs: number;
}

/**
 * What each client left unpaid, in memory and nowhere else: who made an invoice is not written down.
 * So a client may leave as many at each instance.
 */
export class UnpaidInvoices {
  readonly #reads: Pick<InvoiceReads, 'invoice'>;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #scale: number;
  readonly #open = new Map<string, readonly Open[]>();

  constructor(reads: Pick<InvoiceReads, 'invoice'>, clock: Pick<Clock, 'now'>, scale: number) {
    this.#reads = reads;
    this.#clock = clock;
    this.#scale = scale;
  }

  /** Counts one that is about to be made. Throws `TOO_MANY_RECORDS`. */
  async add(client: string, presenter: Presenter, one: Open): Promise<void> {
    const most = openAtMost[presenter] * this.#scale;
    if (this.#of(client).length >= most) await this.#forgetPaid(client);
    const open = this.#of(client);
    const [first] = open;
    if (open.length >= most && first !== undefined)
      throw new RelayError(
        'TOO_MANY_RECORDS',
        { retryAfterMs: Math.max(1, first.expiresAtMs - this.#clock.now()) },
        `${most} invoices wait for their payments; pay one, or wait until one expires`,
      );
    this.#put(client, [...open, one]);
  }

  /** For one that was not made. */
  remove(client: string, id: string): void {
    this.#put(
      client,
      this.#of(client).filter((one) => one.id !== id),
    );
  }

  async #forgetPaid(client: string): Promise<void> {
    const found = await Promise.all(this.#of(client).map(({ id }) => this.#reads.invoice(id)));
    const paid = new Set(found.flatMap((one) => (one !== null && hasCome(one) ? [one.id] : [])));
    this.#put(
      client,
      this.#of(client).filter(({ id }) => !paid.has(id)),
    );
  }

  #of(client: string): readonly Open[] {
    const nowMs = this.#clock.now();
    return (this.#open.get(client) ?? []).filter(({ expiresAtMs }) => nowMs < expiresAtMs);
  }

  #put(client: string, open: readonly Open[]): void {
    this.#open.delete(client);
    if (open.length > 0) this.#open.set(client, open);
    const [oldest] = this.#open.keys();
    if (this.#open.size > mostClients && oldest !== undefined) this.#open.delete(oldest);
  }
}

function hasCome({ received, pending }: Invoice): boolean {
  return received + pending > 0n;
}
