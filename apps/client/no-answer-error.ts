/**
 * No answer came in time, or what answered is not this service. Whether the request was carried
 * out is not known.
 */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  /** Of an answer that is not this service's, as from a proxy before it; null where none came. */
  readonly status: number | null;

  constructor(message: string, status: number | null, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}
