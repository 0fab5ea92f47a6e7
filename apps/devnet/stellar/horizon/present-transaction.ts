import type { Transaction } from '@stellar/stellar-sdk';
import type { RecordedTransaction } from '../ledger/closed-ledger.ts';
import { isoTime, linksOf } from './horizon-text.ts';
import type { Paged } from './page.ts';

/**
 * A transaction as Horizon shows it when its operator keeps no metadata (`SKIP_TXMETA`). If it was
 * requested by the hash of the wrapped transaction, it has that hash.
 */
export function presentTransaction(
  row: RecordedTransaction,
  base: string,
  hash = row.envelope.hash,
): Paged {
  const { envelope } = row;
  const { inner, feeBump } = envelope;
  const signatures = textsOf(feeBump?.signatures ?? inner.signatures);
  const self = linksOf(`${base}/transactions/${hash}`, ['operations', 'effects']);
  const fields = {
    _links: {
      ...self,
      account: { href: `${base}/accounts/${envelope.source}` },
      ledger: { href: `${base}/ledgers/${row.ledger}` },
      precedes: { href: `${base}/transactions?order=asc&cursor=${row.id}` },
      succeeds: { href: `${base}/transactions?order=desc&cursor=${row.id}` },
      transaction: self['self'],
    },
    id: hash,
    paging_token: row.id.toString(),
    successful: row.successful,
    hash,
    ledger: row.ledger,
    created_at: isoTime(row.closeTimeSec),
    source_account: envelope.source,
    ...(inner.source === envelope.source ? {} : { account_muxed: inner.source }),
    source_account_sequence: inner.sequence,
    fee_account: envelope.feeSource,
    fee_charged: row.feeCharged.toString(),
    max_fee: envelope.maxFee.toString(),
    operation_count: row.operations.length,
    envelope_xdr: envelope.base64,
    result_xdr: row.resultXdr,
    result_meta_xdr: '',
    fee_meta_xdr: '',
    ...memoFields(inner),
    signatures,
    preconditions: preconditionsOf(inner),
    ...(feeBump === undefined
      ? {}
      : {
          fee_bump_transaction: { hash: envelope.hash, signatures },
          inner_transaction: {
            hash: inner.hash().toString('hex'),
            signatures: textsOf(inner.signatures),
            max_fee: inner.fee,
          },
        }),
  };
  return fields;
}

function textsOf(signatures: Transaction['signatures']): string[] {
  return signatures.map((signature) => signature.signature().toString('base64'));
}

function memoFields({ memo }: Transaction): Record<string, string> {
  const { type, value } = memo;
  if (value === null || value === undefined) return { memo_type: type };
  if (typeof value === 'string' && type !== 'text') return { memo_type: type, memo: value };
  const bytes = Buffer.from(value);
  if (type !== 'text') return { memo_type: type, memo: bytes.toString('base64') };
  return { memo_type: type, memo: bytes.toString('utf8'), memo_bytes: bytes.toString('base64') };
}

function preconditionsOf({ timeBounds, ledgerBounds, minAccountSequence }: Transaction): object {
  return {
    ...(timeBounds === undefined
      ? {}
      : {
          timebounds: {
            min_time: timeBounds.minTime,
            ...(timeBounds.maxTime === '0' ? {} : { max_time: timeBounds.maxTime }),
          },
        }),
    ...(ledgerBounds === undefined
      ? {}
      : {
          ledgerbounds: { min_ledger: ledgerBounds.minLedger, max_ledger: ledgerBounds.maxLedger },
        }),
    ...(minAccountSequence === undefined ? {} : { min_account_sequence: minAccountSequence }),
  };
}
