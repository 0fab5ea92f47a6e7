import type { Receipt } from '@interline/core/transfer';
import { createHash } from 'node:crypto';
import { presentReceipt } from '../transfer/status/present.ts';

const issuer = 'interline';
const version = 1;

/** What a signed receipt says. One end of a route has one receipt, the same bytes every time. */
export function presentClaims(receipt: Receipt, basePath: string): object {
  const { route } = receipt;
  const { id, status, stage, from, to, srcTx, destTx, refundTx, svcFee, bridged } = presentReceipt(
    receipt,
    basePath,
    { isOperator: false },
  );
  const { address: payer, ...source } = from;
  const { estimated: _estimated, min, ...destination } = to;
  const endedAt = route.updatedAtMs;
  return {
    iss: issuer,
    iat: Math.floor(endedAt / 1_000),
    jti: hashOf([id, status, stage, endedAt]).slice(0, 32),
    v: version,
    id,
    status,
    stage,
    from: source,
    to: destination,
    payer,
    srcTx,
    destTx,
    refundTx,
    svcFee,
    bridged,
    minOut: min,
    orderDigest: hashOf([source, { ...destination, delivered: undefined }, payer, min]),
    endedAt,
  };
}

function hashOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
