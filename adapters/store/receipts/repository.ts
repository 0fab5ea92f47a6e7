import type { ReceiptReads, ReceiptWrites } from '@interline/core/receipts';
import type { Db } from '../engine/db.ts';

export function receiptReads(db: Db): ReceiptReads {
  return {
    async receiptKeys() {
      const rows = await db.select('receipt_key', 'ORDER BY seq');
      return rows.map(({ sealed: _sealed, ...key }) => key);
    },

    async sealedReceiptKey(seq) {
      return (await db.first('receipt_key', 'WHERE seq = :seq', { seq }))?.sealed ?? null;
    },
  };
}

export function receiptWrites(db: Db): Omit<ReceiptWrites, keyof ReceiptReads> {
  return {
    async insertReceiptKey(key, sealed) {
      await db.run('UPDATE receipt_key SET sealed = NULL WHERE seq < :seq', { seq: key.seq });
      await db.insert('receipt_key', { ...key, sealed });
    },
  };
}
