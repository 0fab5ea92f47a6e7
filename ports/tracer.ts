import type { ChainRef } from '@interline/kernel';

/**
 * The attributes of a span. They never name a payer, a recipient, an amount, a route or a URL:
 * those belong in the store.
 */
export interface SpanFacts {
  /** One of our own terms, such as `commit`. */
  readonly name: string;
  readonly rail?: string;
  readonly engine?: string;
  readonly chain?: ChainRef;
  /** The name of a unit of work. */
  readonly unit?: string;
  /** A transaction's purpose. */
  readonly purpose?: string;
  readonly outcome?: string;
}

/** An open span. */
export interface OpenSpan {
  say(facts: Omit<SpanFacts, 'name'>): void;
  /** Nothing happened in it: it is left out unless it has a child span. */
  quiet(): void;
}

/**
 * Traces of the money path. A trace continues in another process from a `traceparent` (W3C Trace
 * Context); work outside a trace leaves no span.
 */
export interface Tracer {
  readonly isOn: boolean;
  /** Starts a trace, or continues the caller's from a header with any content. */
  receive<T>(facts: SpanFacts, header: unknown, work: () => Promise<T>): Promise<T>;
  /** Continues a stored trace; without one it only runs the work. */
  resume<T>(
    facts: SpanFacts,
    kept: string | undefined,
    work: (span: OpenSpan) => Promise<T>,
  ): Promise<T>;
  /** A span in the current trace; without one it only runs the work. */
  within<T>(facts: SpanFacts, work: (span: OpenSpan) => Promise<T>): Promise<T>;
  /** A completed span in a stored trace. */
  tell(
    facts: SpanFacts,
    kept: string | undefined,
    time: { readonly startMs: number; readonly endMs: number },
  ): void;
  /** The `traceparent` of the current trace; undefined without one. */
  current(): string | undefined;
  /** The same, if the deployment shows it to receivers of webhooks. */
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
