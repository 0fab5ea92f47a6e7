import { RelayError } from '@interline/kernel';
import type { Clock } from '@interline/ports';
import type { Presenter } from '../bad-passes.ts';
import type { Invoice } from './invoice.ts';
import type { InvoiceReads } from './repository.ts';

/** Maximum number of open unpaid invoices, times the scale of all limits. */
const openAtMost = { client: 10, lane: 1_000 } as const satisfies Record<Presenter, number>;
const mostClients = 100_000;
/** Each pass reads all of a client's invoices. */
const forgetPaidEveryMs = 1_000;

interface Open {
  readonly id: string;
  readonly expiresAtMs: number;
}

interface Client {
  readonly open: readonly Open[];
  /** When paid ones were last removed, by the monotonic clock. */
  readonly forgotMs: number;
}

/**
 * Each client's unpaid invoices, only in memory, because the creator of an invoice is never written
 * down. So a client has this limit at each instance.
 */
export class UnpaidInvoices {
  readonly #reads: Pick<InvoiceReads, 'invoice'>;
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly #scale: number;
  readonly #clients = new Map<string, Client>();

  constructor(
    reads: Pick<InvoiceReads, 'invoice'>,
    clock: Pick<Clock, 'now' | 'monotonic'>,
    scale: number,
  ) {
    this.#reads = reads;
    this.#clock = clock;
    this.#scale = scale;
  }

  /**
   * Counts an invoice that is about to be created. False beyond the private lane's limit: its
   * callers share the limit and would block each other, so such an invoice is created, but read
   * only on request. Throws `TOO_MANY_RECORDS` beyond any other client's limit.
   */
  async add(client: string, presenter: Presenter, one: Open): Promise<boolean> {
    const most = openAtMost[presenter] * this.#scale;
    if (this.#of(client).length >= most) await this.#forgetPaid(client);
    const open = this.#of(client);
    const [first] = open;
    if (open.length < most || first === undefined) {
      this.#put(client, [...open, one]);
      return true;
    }
    if (presenter === 'lane') return false;
    throw new RelayError(
      'TOO_MANY_RECORDS',
      { retryAfterMs: Math.max(1, first.expiresAtMs - this.#clock.now()) },
      `${most} invoices wait for their payments; pay one, or wait until one expires`,
    );
  }

  /** For an invoice that was not created. */
  remove(client: string, id: string): void {
    this.#put(
      client,
      this.#of(client).filter((one) => one.id !== id),
    );
  }

  async #forgetPaid(client: string): Promise<void> {
    const nowMs = this.#clock.monotonic();
    if (nowMs - this.#forgotMs(client) < forgetPaidEveryMs) return;
    this.#put(client, this.#of(client), nowMs);
    const found = await Promise.all(this.#of(client).map(({ id }) => this.#reads.invoice(id)));
    const paid = new Set(found.flatMap((one) => (one !== null && hasCome(one) ? [one.id] : [])));
    this.#put(
      client,
      this.#of(client).filter(({ id }) => !paid.has(id)),
    );
  }

  #of(client: string): readonly Open[] {
    const nowMs = this.#clock.now();
    return (this.#clients.get(client)?.open ?? []).filter(({ expiresAtMs }) => nowMs < expiresAtMs);
  }

  #forgotMs(client: string): number {
    return this.#clients.get(client)?.forgotMs ?? Number.NEGATIVE_INFINITY;
  }

  #put(client: string, open: readonly Open[], forgotMs = this.#forgotMs(client)): void {
    this.#clients.delete(client);
    if (open.length > 0) this.#clients.set(client, { open, forgotMs });
    const [oldest] = this.#clients.keys();
    if (this.#clients.size > mostClients && oldest !== undefined) this.#clients.delete(oldest);
  }
}

function hasCome({ received, pending }: Invoice): boolean {
  return received + pending > 0n;
}
