/** Where the store is: a file that one process has, or a schema that several share. */
export type NewsPlace =
  { readonly file: string } | { readonly url: string; readonly schema: string };

/** What the bench orders of a process of the service, and what it says. */
export type ToNews =
  | {
      readonly kind: 'open';
      readonly place: NewsPlace;
      readonly serves: boolean;
      /** Whether streams and waits hear the notifier; else they look once a second. */
      readonly isNotified: boolean;
    }
  | { readonly kind: 'accept'; readonly ids: readonly string[] }
  | { readonly kind: 'end'; readonly id: string }
  | { readonly kind: 'close' };

export type FromNews =
  | { readonly kind: 'open'; readonly url: string }
  | { readonly kind: 'accepted' }
  /** In milliseconds of the machine's clock: its COMMIT had just come back. */
  | { readonly kind: 'ended'; readonly id: string; readonly atMs: number }
  | { readonly kind: 'closed' };

/** The machine's clock, finer than a millisecond. */
export function clockMs(): number {
  return performance.timeOrigin + performance.now();
}
