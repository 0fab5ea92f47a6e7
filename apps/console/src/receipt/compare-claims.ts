import type { RouteReceipt } from '@interline/client';

type Claims = Readonly<Record<string, unknown>>;

/** Where what is signed and what the page shows are not the same. */
export interface Difference {
  /** As the receipt names it. */
  readonly field: string;
  readonly signed: string;
  readonly shown: string;
}

/** Every figure and name of the page that a receipt has. */
export function differencesOf(claims: Claims, shown: RouteReceipt): readonly Difference[] {
  const [from, to] = [membersOf(claims['from']), membersOf(claims['to'])];
  // Receipts of the first version say no decimals.
  const hasDecimals = claims['v'] !== 1;
  const pairs: readonly (readonly [field: string, signed: unknown, shown: unknown])[] = [
    ['id', claims['id'], shown.id],
    ['status', claims['status'], shown.status],
    ['stage', claims['stage'], shown.stage],
    ['from chain', from['chain'], shown.from.chain],
    ['from token', from['token'], shown.from.token],
    ['from symbol', from['symbol'], shown.from.symbol],
    ...(hasDecimals
      ? ([
          ['from decimals', from['decimals'], shown.from.decimals],
          ['to decimals', to['decimals'], shown.to.decimals],
        ] as const)
      : []),
    ['from amount', from['amount'], shown.from.amount],
    ['payer', claims['payer'], shown.from.address],
    ['to chain', to['chain'], shown.to.chain],
    ['to token', to['token'], shown.to.token],
    ['to symbol', to['symbol'], shown.to.symbol],
    ['to recipient', to['recipient'], shown.to.recipient],
    ['to memo', memoIn(to['memo']), memoIn(shown.to.memo)],
    ['to delivered', to['delivered'], shown.to.delivered],
    ['to claim', to['claim'], shown.to.claim?.balanceId],
    ['minOut', claims['minOut'], shown.to.min],
    ['srcTx', claims['srcTx'], shown.srcTx],
    ['destTx', claims['destTx'], shown.destTx],
    ['refundTx', claims['refundTx'], shown.refundTx],
    ['svcFee', claims['svcFee'], shown.svcFee],
    ['bridged', claims['bridged'], shown.bridged],
    ['endedAt', claims['endedAt'], shown.updatedAt],
  ];
  return pairs.flatMap(([field, signed, onPage]) =>
    inOneCase(signed) === inOneCase(onPage)
      ? []
      : [{ field, signed: written(signed), shown: written(onPage) }],
  );
}

/** Whether the digest of the order is that of the order beside it. */
export async function isDigestOfOrder(claims: Claims): Promise<boolean> {
  const { delivered: _delivered, claim: _claim, ...to } = membersOf(claims['to']);
  const order = JSON.stringify([claims['from'], to, claims['payer'], claims['minOut']]);
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(order));
  const hex = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0'));
  return hex.join('') === claims['orderDigest'];
}

export function membersOf(value: unknown): Claims {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function memoIn(memo: unknown): string {
  const { type, value } = membersOf(memo);
  return [type, value].map(written).join(' ').trim();
}

/** Addresses of EVM chains are signed in lower case; all else is compared letter by letter. */
function inOneCase(value: unknown): string {
  const text = written(value);
  return /^0x[0-9a-f]+$/i.test(text) ? text.toLowerCase() : text;
}

/** What is no text, number or truth value is none of those that a receipt has. */
function written(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
