/** Keeps a budget beyond the life of a process. `read` gives what was written, or null. */
export interface Kept {
  read(): Promise<string | null> | string | null;
  write(text: string): Promise<void> | void;
}

export interface Limits {
  /** US cents, as digits. */
  readonly maxPerPayment?: string | undefined;
  /** The same, in one UTC day. */
  readonly maxPerDay: string;
}

/** Nothing was signed, because the payment would exceed a limit. */
export class BudgetError extends Error {
  /** Cents that are left today. */
  readonly leftCents: string;

  constructor(message: string, leftMicro: bigint) {
    super(message);
    this.name = 'BudgetError';
    this.leftCents = (leftMicro / microInCent).toString();
  }
}

const microInCent = 10_000n;
const dayMs = 86_400_000;

/**
 * What one program spent today. A signed payment counts as spent, because its holder can use the
 * signature.
 */
export class Spending {
  readonly #limits: Limits;
  readonly #kept: Kept | undefined;
  readonly #now: () => number;
  #turn: Promise<unknown> = Promise.resolve();
  #day = -1;
  #spent = 0n;

  constructor(limits: Limits, kept: Kept | undefined, now: () => number) {
    for (const text of [limits.maxPerDay, limits.maxPerPayment ?? '0'])
      if (!/^[0-9]{1,18}$/.test(text)) throw new TypeError(`${text} is not cents in digits`);
    this.#limits = limits;
    this.#kept = kept;
    this.#now = now;
  }

  /**
   * Takes it from today's budget before anything is signed; resolves to that day, for `giveBack`.
   * Throws `BudgetError`.
   */
  async take(micro: bigint): Promise<number> {
    const turn = this.#turn.then(() => this.#take(micro));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  /**
   * Gives back an amount that was not signed for, to the day that it was taken from; any other day
   * has not lost it.
   */
  async giveBack(micro: bigint, day: number): Promise<void> {
    const turn = this.#turn.then(async () => {
      if (day !== this.#day) return;
      this.#spent = this.#spent > micro ? this.#spent - micro : 0n;
      await this.#write();
    });
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #take(micro: bigint): Promise<number> {
    await this.#begin();
    const most = BigInt(this.#limits.maxPerDay) * microInCent;
    const left = most > this.#spent ? most - this.#spent : 0n;
    const { maxPerPayment } = this.#limits;
    if (maxPerPayment !== undefined && micro > BigInt(maxPerPayment) * microInCent)
      throw new BudgetError(
        `not signed: ${dollars(micro)} is more than ${dollars(BigInt(maxPerPayment) * microInCent)}, the most for one payment`,
        left,
      );
    if (micro > left)
      throw new BudgetError(
        `not signed: ${dollars(micro)} is more than the ${dollars(left)} that are left of today's ${dollars(most)}`,
        left,
      );
    this.#spent += micro;
    await this.#write();
    return this.#day;
  }

  async #begin(): Promise<void> {
    const today = Math.floor(this.#now() / dayMs);
    // Days only go forward: a clock that is set back gives no budget a second time.
    if (today <= this.#day) return;
    const isFirst = this.#day === -1;
    const [, day = '', spent = ''] = isFirst
      ? (/^([0-9]+) ([0-9]+)$/.exec((await this.#kept?.read()) ?? '') ?? [])
      : [];
    const isGoing = day !== '' && Number(day) >= today;
    this.#day = isGoing ? Number(day) : today;
    this.#spent = isGoing ? BigInt(spent) : 0n;
  }

  async #write(): Promise<void> {
    await this.#kept?.write(`${this.#day} ${this.#spent}`);
  }
}

/** Millionths of a dollar, which are the units of a token of six decimals, as people read them. */
export function dollars(micro: bigint): string {
  const text = micro.toString().padStart(7, '0');
  return `${text.slice(0, -6)}.${text.slice(-6).replace(/0{1,4}$/, '')} USD`;
}
