import { expect } from 'chai';
import { readTraceParent, writeTraceParent } from './trace-parent.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';

describe('a traceparent', () => {
  it('is read as W3C Trace Context writes it, and written the same', () => {
    const header = `00-${traceId}-${spanId}-01`;

    const read = readTraceParent(header);

    expect(read).to.deep.equal({ traceId, spanId, isSampled: true });
    expect(read === null ? null : writeTraceParent(read)).to.equal(header);
    expect(readTraceParent(`00-${traceId}-${spanId}-00`)?.isSampled).to.equal(false);
    expect(readTraceParent(`00-${traceId}-${spanId}-ff`)?.isSampled).to.equal(true);
  });

  it('of a later version may have more behind its four parts, and that of version 00 may not', () => {
    expect(readTraceParent(`cc-${traceId}-${spanId}-01-what-comes`)?.traceId).to.equal(traceId);
    expect(readTraceParent(`cc-${traceId}-${spanId}-01`)?.traceId).to.equal(traceId);
    expect(readTraceParent(`cc-${traceId}-${spanId}-01.more`)).to.equal(null);
    expect(readTraceParent(`00-${traceId}-${spanId}-01-more`)).to.equal(null);
  });

  it('of any other shape is ignored', () => {
    const wrong = [
      undefined,
      null,
      1,
      [`00-${traceId}-${spanId}-01`],
      '',
      `00-${traceId}-${spanId}`,
      `ff-${traceId}-${spanId}-01`,
      `00-${traceId.toUpperCase()}-${spanId}-01`,
      `00-${'0'.repeat(32)}-${spanId}-01`,
      `00-${traceId}-${'0'.repeat(16)}-01`,
      `00-${traceId}-${spanId}-1`,
      `00-${traceId}-${spanId}-0g`,
      ` 00-${traceId}-${spanId}-01`,
      `00-${traceId}-${spanId}-01\n`,
      `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`,
      `00_${traceId}_${spanId}_01`,
      `00-${traceId}0-${spanId}-01`,
    ];

    expect(wrong.map(readTraceParent)).to.deep.equal(wrong.map(() => null));
  });
});
