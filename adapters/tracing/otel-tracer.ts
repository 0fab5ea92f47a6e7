import { isRelayError } from '@interline/kernel';
import type { Log, OpenSpan, SpanFacts } from '@interline/ports';
import {
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHmac } from 'node:crypto';
import { attributesOf } from './attributes-of.ts';
import type { OpenTracer, TracerParts, TracingSettings } from './tracing-settings.ts';
import { QuietSpans } from './quiet-spans.ts';
import { readTraceParent, type TraceParent, writeTraceParent } from './trace-parent.ts';

const closeWithinMs = 2_000;
const sendEveryMs = 1_000;
const sendWithinMs = 5_000;
/** Spans that wait to be sent; further ones are dropped. */
const mostWaiting = 4_096;

/** OpenTelemetry behind the port. Registers nothing in the process, so two tracers stay apart. */
export function otelTracer(
  { url, headers, sampleRatio, tellsReceivers }: TracingSettings,
  { log, version, secret, clock }: TracerParts,
): OpenTracer {
  const exporter = new OTLPTraceExporter({
    url,
    headers: { ...headers },
    timeoutMillis: sendWithinMs,
  });
  const processor = new QuietSpans(
    new BatchSpanProcessor({
      exporter: warning(exporter, log),
      maxQueueSize: mostWaiting,
      scheduledDelayMillis: sendEveryMs,
      exportTimeoutMillis: sendWithinMs,
    }),
  );
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'interline', 'service.version': version }),
    sampler: new AlwaysOnSampler(),
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer('interline', version);
  const underWay = new AsyncLocalStorage<Span | null>();

  const begin = (
    facts: SpanFacts,
    parent: Span | TraceParent | null,
    kind: SpanKind,
    startMs?: number,
  ): Span =>
    tracer.startSpan(
      facts.name,
      {
        kind,
        attributes: attributesOf(facts),
        ...(startMs === undefined ? {} : { startTime: startMs }),
      },
      contextOf(parent),
    );

  async function run<T>(span: Span, work: (open: OpenSpan) => Promise<T>): Promise<T> {
    try {
      return await underWay.run(span, () => work(openSpan(span, processor)));
    } catch (error) {
      // Never the message: it may hold what an upstream said.
      const code = isRelayError(error) ? error.code : 'INTERNAL';
      span
        .setAttribute('interline.code', code)
        .setStatus({ code: SpanStatusCode.ERROR, message: code });
      throw error;
    } finally {
      span.end();
    }
  }

  /** None where it has ended: what goes on after it, such as a loop that it started, is no part of it. */
  const open = (): Span | null => {
    const span = underWay.getStore() ?? null;
    return span?.isRecording() === true ? span : null;
  };
  const current = (): string | undefined => {
    const span = open();
    return span === null ? undefined : writeTraceParent({ ...span.spanContext(), isSampled: true });
  };

  return {
    isOn: true,

    receive(facts, header, work) {
      const parent = readTraceParent(header);
      if (!isChosen(parent, { ratio: sampleRatio, secret, nowMs: clock.now() }))
        return underWay.run(null, work);
      return run(begin(facts, parent, SpanKind.SERVER), work);
    },

    resume(facts, kept, work) {
      const parent = readTraceParent(kept);
      if (parent === null) return underWay.run(null, () => work(silent));
      return run(begin(facts, parent, SpanKind.INTERNAL), work);
    },

    within(facts, work) {
      const parent = open();
      return parent === null ? work(silent) : run(begin(facts, parent, SpanKind.INTERNAL), work);
    },

    tell(facts, kept, { startMs, endMs }) {
      const parent = readTraceParent(kept);
      if (parent === null) return;
      begin(facts, parent, SpanKind.INTERNAL, startMs).end(Math.max(startMs, endMs));
    },

    current,
    forReceivers: () => (tellsReceivers ? current() : undefined),

    async close() {
      const late = AbortSignal.timeout(closeWithinMs);
      const gaveUp = new Promise<void>((resolve) =>
        late.addEventListener('abort', () => resolve(), { once: true }),
      );
      await Promise.race([provider.shutdown().catch(() => undefined), gaveUp]);
    },
  };
}

const silent: OpenSpan = { say: () => undefined, quiet: () => undefined };

function openSpan(span: Span, quietSpans: QuietSpans): OpenSpan {
  return {
    say: (facts) => void span.setAttributes(attributesOf(facts)),
    quiet: () => quietSpans.leaveOut(span),
  };
}

function contextOf(parent: Span | TraceParent | null): typeof ROOT_CONTEXT {
  if (parent === null) return ROOT_CONTEXT;
  if (!('traceId' in parent)) return trace.setSpan(ROOT_CONTEXT, parent);
  const { traceId, spanId } = parent;
  const context = { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
  return trace.setSpanContext(ROOT_CONTEXT, context);
}

/**
 * How long the choice among callers' ids lasts. A webhook can tell one that is kept, and it could be sent
 * again with every request; a trace of a caller's goes through several requests within minutes.
 */
const chosenForMs = 600_000;

interface Choice {
  readonly ratio: number;
  readonly secret: string;
  readonly nowMs: number;
}

/**
 * A caller's own trace is left out where the caller leaves it out, and else by a keyed hash of its id and of
 * these ten minutes: all its requests in them fare alike at every process that has the secret, no caller
 * can tell which ids are kept, and one that was learned is an id like any other after that.
 */
function isChosen(parent: TraceParent | null, { ratio, secret, nowMs }: Choice): boolean {
  if (parent === null) return Math.random() < ratio;
  if (!parent.isSampled) return false;
  const round = Math.floor(nowMs / chosenForMs);
  const hash = createHmac('sha256', secret)
    .update(`interline: trace ${parent.traceId} in ${round}`)
    .digest();
  return hash.readUInt32BE() / 2 ** 32 < ratio;
}

const warnEveryMs = 60_000;

/** Says that nothing is taken, once a minute at most, and never what the collector answered. */
function warning(exporter: SpanExporter, log: Log): SpanExporter {
  let warnedAt = -warnEveryMs;
  return {
    export(spans: ReadableSpan[], done) {
      exporter.export(spans, (result) => {
        if (Number(result.code) !== 0 && performance.now() - warnedAt >= warnEveryMs) {
          warnedAt = performance.now();
          log.warn('traces-not-sent', { spans: spans.length });
        }
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
