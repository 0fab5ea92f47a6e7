/** The signal of a caller who stays. */
export function never(): AbortSignal {
  return new AbortController().signal;
}
