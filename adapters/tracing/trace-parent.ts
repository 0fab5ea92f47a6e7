/** What a trace goes on from, of W3C Trace Context. */
export interface TraceParent {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
}

const wellFormed =
  /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-[\x21-\x7e]{0,200})?$/;
const allZero = /^0+$/;

/**
 * A header as the recommendation wants it, or null for anything else: version 00 has four parts and
 * no more, a later one may have further parts behind them, and ff is none. Capital letters, ids of
 * zeros, and two headers at once are not taken.
 */
export function readTraceParent(header: unknown): TraceParent | null {
  if (typeof header !== 'string') return null;
  const [, version, traceId = '', spanId = '', flags = '', more] = wellFormed.exec(header) ?? [];
  if (version === undefined || version === 'ff') return null;
  if (version === '00' && more !== undefined) return null;
  if (allZero.test(traceId) || allZero.test(spanId)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export function writeTraceParent({ traceId, spanId, isSampled }: TraceParent): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}
