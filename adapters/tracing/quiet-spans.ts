import type { Context, Span as ApiSpan } from '@opentelemetry/api';
import type { ReadableSpan, Span, SpanProcessor } from '@opentelemetry/sdk-trace';

/**
 * Leaves out spans of which nothing came: the job looks at a waiting route every few seconds, and
 * each look would be a span. A span is reported if anything within it is reported, so that no trace
 * falls apart.
 */
export class QuietSpans implements SpanProcessor {
  readonly #next: SpanProcessor;
  readonly #quiet = new WeakSet<object>();
  /** Ids of spans under way within which something was reported. */
  readonly #told = new Set<string>();
  readonly #open = new Set<string>();

  constructor(next: SpanProcessor) {
    this.#next = next;
  }

  leaveOut(span: ApiSpan): void {
    this.#quiet.add(span);
  }

  onStart(span: Span, parent: Context): void {
    this.#open.add(span.spanContext().spanId);
    this.#next.onStart(span, parent);
  }

  onEnd(span: ReadableSpan): void {
    const { spanId } = span.spanContext();
    this.#open.delete(spanId);
    if (!this.#told.delete(spanId) && this.#quiet.has(span)) return;
    const parent = span.parentSpanContext?.spanId;
    if (parent !== undefined && this.#open.has(parent)) this.#told.add(parent);
    this.#next.onEnd(span);
  }

  forceFlush(): Promise<void> {
    return this.#next.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.#next.shutdown();
  }
}
