import type { OwnPage } from '@interline/core/accounts';
import type { OwnRoutePlace, Receipt } from '@interline/core/transfer';
import { RelayError } from '@interline/kernel';
import { presentReceipt } from '../transfer/status/present.ts';

type Wire = ReturnType<typeof presentReceipt>;

interface Exported {
  readonly format: 'csv' | 'ndjson';
  readonly basePath: string;
  readonly readPage: (after: OwnRoutePlace | null, limit: number) => Promise<OwnPage<Receipt>>;
}

const page = 100;
/** About 10 MB. */
const mostRoutes = 5_000;

/** A file of all routes, or a refusal: a file that left some out would not say so. */
export async function exportRoutes({ format, basePath, readPage }: Exported): Promise<Uint8Array> {
  const lines: string[] = [];
  for (let after: OwnRoutePlace | null | undefined; after !== null;) {
    const { items, next }: OwnPage<Receipt> = await readPage(after ?? null, page);
    if (lines.length + items.length > mostRoutes)
      throw new RelayError(
        'BAD_REQUEST',
        { field: 'since' },
        `there are more than ${mostRoutes} such routes; name a shorter time with since and until`,
      );
    for (const receipt of items) {
      const wire = presentReceipt(receipt, basePath, { isOperator: false });
      const acceptedAt = receipt.route.createdAtMs;
      lines.push(
        format === 'ndjson' ? JSON.stringify({ ...wire, acceptedAt }) : csvLine(wire, acceptedAt),
      );
    }
    after = next;
  }
  const head = format === 'csv' ? [columns.map(([name]) => name).join(',')] : [];
  const lineEnd = format === 'csv' ? '\r\n' : '\n';
  return Buffer.from([...head, ...lines].map((line) => line + lineEnd).join(''));
}

const columns: readonly (readonly [
  name: string,
  of: (wire: Wire, acceptedAt: number) => string | number | null | undefined,
])[] = [
  ['id', ({ id }) => id],
  ['acceptedAt', (_wire, acceptedAt) => new Date(acceptedAt).toISOString()],
  ['status', ({ status }) => status],
  ['stage', ({ stage }) => stage],
  ['fromChain', ({ from }) => from.chain],
  ['fromSymbol', ({ from }) => from.symbol],
  ['fromToken', ({ from }) => from.token],
  ['amount', ({ from }) => from.amount],
  ['svcFee', ({ svcFee }) => svcFee],
  ['toChain', ({ to }) => to.chain],
  ['toSymbol', ({ to }) => to.symbol],
  ['toToken', ({ to }) => to.token],
  ['recipient', ({ to }) => to.recipient],
  ['delivered', ({ to }) => to.delivered],
  ['refunded', ({ refunded }) => refunded],
  ['refundHeld', ({ refundHeld }) => refundHeld?.owed],
  ['srcTx', ({ srcTx }) => srcTx],
  ['destTx', ({ destTx }) => destTx],
  ['refundTx', ({ refundTx }) => refundTx],
  // Amounts are in smallest units; behind all others, for those who read columns by their number.
  ['fromDecimals', ({ from }) => from.decimals],
  ['toDecimals', ({ to }) => to.decimals],
];

function csvLine(wire: Wire, acceptedAt: number): string {
  return columns.map(([, of]) => csvField(String(of(wire, acceptedAt) ?? ''))).join(',');
}

/** RFC 4180. What a spreadsheet would take for a formula is written as text. */
function csvField(text: string): string {
  const written = /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(written) ? `"${written.replaceAll('"', '""')}"` : written;
}
