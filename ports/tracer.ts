import type { ChainRef } from '@interline/kernel';

/**
 * What a span may say. Nothing here names a payer, a recipient, an amount, a route or a URL: their
 * place is the store.
 */
export interface SpanFacts {
  /** A word of ours, such as `commit`. */
  readonly name: string;
  readonly rail?: string;
  readonly engine?: string;
  readonly chain?: ChainRef;
  /** The name of a unit of work. */
  readonly unit?: string;
  /** What a transaction is for. */
  readonly purpose?: string;
  readonly outcome?: string;
}

/** A span that is under way. */
export interface OpenSpan {
  say(facts: Omit<SpanFacts, 'name'>): void;
  /** Nothing came of it: it is left out unless it has a span within it. */
  quiet(): void;
}

/**
 * Traces of the money path. A trace goes on in another process from a `traceparent` of W3C Trace
 * Context; what is in no trace leaves no span.
 */
export interface Tracer {
  readonly isOn: boolean;
  /** Begins a trace, or goes on with the caller's, named by a header of any shape. */
  receive<T>(facts: SpanFacts, header: unknown, work: () => Promise<T>): Promise<T>;
  /** Goes on with a trace that was kept; without one only the work is done. */
  resume<T>(
    facts: SpanFacts,
    kept: string | undefined,
    work: (span: OpenSpan) => Promise<T>,
  ): Promise<T>;
  /** Part of the trace under way; in none, only the work is done. */
  within<T>(facts: SpanFacts, work: (span: OpenSpan) => Promise<T>): Promise<T>;
  /** Part of a trace that was kept, over already. */
  tell(
    facts: SpanFacts,
    kept: string | undefined,
    time: { readonly startMs: number; readonly endMs: number },
  ): void;
  /** What the trace under way goes on from; undefined in none. */
  current(): string | undefined;
  /** The same, where the deployment lets receivers of webhooks see it. */
  forReceivers(): string | undefined;
}

const silent: OpenSpan = { say: () => undefined, quiet: () => undefined };

export const noTracer: Tracer = {
  isOn: false,
  receive: (_facts, _header, work) => work(),
  resume: (_facts, _kept, work) => work(silent),
  within: (_facts, work) => work(silent),
  tell: () => undefined,
  current: () => undefined,
  forReceivers: () => undefined,
};
