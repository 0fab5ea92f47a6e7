import { chainToWire, type TokenRef } from '@interline/kernel';
import { chargedOf, type Route } from '../transfer/index.ts';

const issuer = 'interline';
/** 1 said no decimals of its tokens; such receipts stay good. */
const version = 2;

export interface ReceiptFacts {
  readonly route: Route;
  /** Of the balance that the recipient must claim; null where it was paid outright. */
  readonly claim: string | null;
  /** SHA-256 of the receipt that this one takes the place of; null for a route's first. */
  readonly supersedes: string | null;
}

/**
 * What a signed receipt says of an ended route. Addresses are in the form that the service keeps:
 * in lower case on EVM chains. Amounts are in smallest units, with the decimals of their token; the fee
 * and what was bridged are in those of `from`.
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
  // Of a deposit nobody knows who pays it.
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
