/** The signal of a caller that never leaves. */
export function never(): AbortSignal {
  return new AbortController().signal;
}
