import pg from 'pg';

/** How long a closed connection waits for the database to close its side. */
const endWithinMs = 1_000;

/** The database did not answer in time; it may have run the statement all the same. */
class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly code = 'ETIMEDOUT';
}

/**
 * A connection that is destroyed when the database leaves a statement unanswered for `withinMs`
 * milliseconds. A failed-over database may close nothing, and then a statement would hang for ever.
 * The statement fails, its COMMIT may stand, and the pool never hands the connection out again.
 */
export function deadlineClient(withinMs: number): typeof pg.Client {
  return class DeadlineClient extends pg.Client {
    #unanswered = 0;
    #alarm: NodeJS.Timeout | undefined;

    constructor(config?: string | pg.ClientConfig) {
      super(config);
      // One that the database ends between two statements would end the process; the next statement
      // on it fails instead.
      this.on('error', () => undefined);
      this.connection.on('readyForQuery', () => {
        this.#unanswered = Math.max(0, this.#unanswered - 1);
        this.#setAlarm();
      });
      this.connection.on('end', () => clearTimeout(this.#alarm));
    }

    override query<Answer>(...asked: unknown[]): Answer {
      this.#unanswered += 1;
      if (this.#unanswered === 1) this.#setAlarm();
      // CAST: what pg takes and gives, in all its forms.
      return (super.query as (...given: unknown[]) => Answer).apply(this, asked);
    }

    override end<Ended>(...asked: unknown[]): Ended {
      const cut = setTimeout(() => this.connection.stream.destroy(), endWithinMs).unref();
      this.connection.once('end', () => clearTimeout(cut));
      // CAST: as above.
      return (super.end as (...given: unknown[]) => Ended).apply(this, asked);
    }

    #setAlarm(): void {
      clearTimeout(this.#alarm);
      if (this.#unanswered === 0) return;
      this.#alarm = setTimeout(
        () =>
          this.connection.stream.destroy(
            new NoAnswer(`the database did not answer within ${withinMs} ms`),
          ),
        withinMs,
      );
    }
  };
}
