import { chainToWire, type TokenRef } from '@interline/kernel';
import { chargedOf, type Route } from '../transfer/index.ts';

const issuer = 'interline';
/** Version 1 lacked the decimals of its tokens; such receipts stay valid. */
const version = 2;

export interface ReceiptFacts {
  readonly route: Route;
  /** The balance that the recipient must claim; null where the payout needed no claim. */
  readonly claim: string | null;
  /** SHA-256 of the receipt that this one replaces; null for a route's first. */
  readonly supersedes: string | null;
}

/**
 * The claims of a signed receipt about an ended route. Addresses are in the form that the service keeps: in
 * lower case on EVM chains. Amounts are in smallest units, with the decimals of their token; the fee and what
 * was bridged are in units of `from`.
 */
export function receiptClaims(
  { route, claim, supersedes }: ReceiptFacts,
  hashOf: (text: string) => string,
): object {
  const { id, order, status, stage, delivered, updatedAtMs: endedAt } = route;
  const { fee, bridged } = chargedOf(route);
  const from = { ...sideOf(order.from), amount: order.amount.toString() };
  const to = {
    ...sideOf(order.to),
    recipient: order.recipient,
    ...(order.memo === undefined ? {} : { memo: order.memo }),
  };
  // The payer of a deposit is unknown.
  const payer = route.mode === 'deposit' ? null : order.payer;
  const minOut = order.minOutput.toString();
  return {
    iss: issuer,
    iat: Math.floor(endedAt / 1_000),
    jti: hashOf(JSON.stringify([id, route.version, endedAt])).slice(0, 32),
    v: version,
    id,
    status,
    stage,
    from,
    to: {
      ...to,
      delivered: delivered?.toString() ?? null,
      ...(claim === null ? {} : { claim }),
    },
    payer,
    srcTx: route.srcTx,
    destTx: route.destTx,
    refundTx: route.refundTx ?? route.givenBack?.tx ?? null,
    svcFee: fee.toString(),
    bridged: bridged.toString(),
    minOut,
    orderDigest: hashOf(JSON.stringify([from, to, payer, minOut])),
    endedAt,
    ...(supersedes === null ? {} : { supersedes }),
  };
}

function sideOf({ chain, address, symbol, decimals }: TokenRef) {
  return { chain: chainToWire(chain), token: address, symbol, decimals };
}
