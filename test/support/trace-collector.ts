import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { until } from './until.ts';

const nanos = z.string().regex(/^[0-9]{19}$/);
const value = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ intValue: z.union([z.int(), z.string()]) }),
  z.strictObject({ doubleValue: z.number() }),
  z.strictObject({ boolValue: z.boolean() }),
  z.strictObject({ arrayValue: z.unknown() }),
]);
const attributes = z.array(z.strictObject({ key: z.string(), value }));

/** A span as OTLP writes it in JSON: ids in hex, times in nanoseconds, enums as numbers. */
const span = z.strictObject({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional(),
  traceState: z.undefined().optional(),
  name: z.string().min(1),
  kind: z.int().min(1).max(5),
  flags: z.int().optional(),
  startTimeUnixNano: nanos,
  endTimeUnixNano: nanos,
  attributes,
  droppedAttributesCount: z.literal(0),
  events: z.array(z.unknown()),
  droppedEventsCount: z.literal(0),
  status: z.strictObject({ code: z.int().min(0).max(2), message: z.string().optional() }),
  links: z.array(z.unknown()),
  droppedLinksCount: z.literal(0),
});

const request = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes, droppedAttributesCount: z.literal(0) }),
      scopeSpans: z.array(
        z.strictObject({
          scope: z.strictObject({ name: z.string(), version: z.string() }),
          spans: z.array(span),
        }),
      ),
    }),
  ),
});

export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | null;
  readonly name: string;
  readonly says: Readonly<Record<string, string>>;
  readonly code: number;
  readonly tookMs: number;
}

/** A collector that takes OTLP over HTTP as JSON and nothing that OTLP does not know. */
export interface TraceCollector {
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  /** Every byte that was sent here. */
  readonly sent: string;
  readonly headers: readonly Readonly<Record<string, unknown>>[];
  /** What was sent and could not be read. */
  readonly faults: readonly string[];
  until(what: string, isThere: (spans: readonly CollectedSpan[]) => boolean): Promise<void>;
  close(): Promise<void>;
}

export async function traceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  const faults: string[] = [];
  const headers: Readonly<Record<string, unknown>>[] = [];
  let sent = '';
  const server = createServer((asked, response) => {
    void asked.toArray().then(
      (chunks) => {
        const body = Buffer.concat(chunks as Buffer[]).toString(); // CAST: what a server's request streams.
        sent += body;
        headers.push(asked.headers);
        if (asked.url !== '/v1/traces' || asked.headers['content-type'] !== 'application/json')
          faults.push(`${asked.url} ${asked.headers['content-type']}`);
        const read = request.safeParse(JSON.parse(body));
        if (read.success) spans.push(...spansOf(read.data));
        else faults.push(z.prettifyError(read.error));
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end('{"partialSuccess":{}}');
      },
      () => undefined,
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // CAST: a TCP server's address.
  return {
    url: `http://127.0.0.1:${port}/v1/traces`,
    spans,
    faults,
    headers,
    get sent() {
      return sent;
    },
    async until(what, isThere) {
      await until(what, () => isThere(spans), 20);
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function spansOf({ resourceSpans }: z.infer<typeof request>): readonly CollectedSpan[] {
  return resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)
    .map(({ traceId, spanId, parentSpanId = null, name, status, ...one }) => ({
      traceId,
      spanId,
      parentId: parentSpanId,
      name,
      code: status.code,
      says: Object.fromEntries(
        one.attributes.map((attribute) => [
          attribute.key.replace('interline.', ''),
          'stringValue' in attribute.value ? attribute.value.stringValue : '?',
        ]),
      ),
      tookMs: Number(BigInt(one.endTimeUnixNano) - BigInt(one.startTimeUnixNano)) / 1e6,
    }));
}
