/**
 * No answer came in time, or what answered is not this service. Whether the request was carried
 * out is not known.
 */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  /** Of an answer that is not this service's, as from a proxy before it; null where none came. */
  readonly status: number | null;
  /** No try of it reached anybody: it was surely not carried out. */
  readonly isUnsent: boolean;

  constructor(
    message: string,
    status: number | null,
    { isUnsent = false, ...options }: ErrorOptions & { readonly isUnsent?: boolean } = {},
  ) {
    super(message, options);
    this.status = status;
    this.isUnsent = isUnsent;
  }
}

/**
 * Whether a `fetch` that ended with this sent nothing of the request. Where the platform does not say,
 * as browsers do not, false.
 */
export function isUnsentBy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof NoAnswerError) return error.isUnsent;
  if (error instanceof AggregateError) return error.errors.every(isUnsentBy);
  // CAST: what the platform adds.
  const { code, syscall } = error as Error & { code?: unknown; syscall?: unknown };
  if (syscall === 'connect' || syscall === 'getaddrinfo') return true;
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || error.name === 'LaneError') return true;
  return isUnsentBy(error.cause);
}

/** The last try reached nobody, an earlier one may have. */
export function afterSending(error: unknown): unknown {
  if (!(error instanceof Error) || !isUnsentBy(error)) return error;
  return new NoAnswerError(error.message, null, { cause: error });
}
