import {
  type Invoice,
  type InvoiceReads,
  type InvoiceWrites,
  neverByItself,
} from '@interline/core/passes';
import type { Db } from '../engine/db.ts';
import type { Dialect } from '../engine/dialect.ts';
import type { SqlValues } from '../engine/statement.ts';
import type { InvoiceRow } from './tables.ts';

export function invoiceReads(db: Db): InvoiceReads {
  return {
    async invoice(id) {
      const row = await db.first('pass_invoice', 'WHERE id = :id', { id });
      return row === null ? null : invoiceIn(row);
    },

    async invoicesToLookAt(chain, byMs, limit) {
      const tail =
        'WHERE chain = :chain AND next_look_ms <= :byMs AND collection_id IS NULL ORDER BY next_look_ms LIMIT :limit';
      return (await db.select('pass_invoice', tail, { chain, byMs, limit })).map(invoiceIn);
    },

    async invoicesToCollect(chain, byMs, limit) {
      const tail =
        'WHERE chain = :chain AND next_collect_ms <= :byMs ORDER BY next_collect_ms LIMIT :limit';
      return (await db.select('pass_invoice', tail, { chain, byMs, limit })).map(invoiceIn);
    },

    async invoiceOfCollection(collectionId) {
      const where = 'WHERE collection_id = :collectionId';
      const row = await db.first('pass_invoice', where, { collectionId });
      return row === null ? null : invoiceIn(row);
    },

    async invoiceAt(chain, token, address) {
      const where = 'WHERE address = :address AND chain = :chain AND token = :token';
      const row = await db.first('pass_invoice', where, { chain, token, address });
      return row === null ? null : invoiceIn(row);
    },

    async unpaidInvoices(chain, madeByMs, limit) {
      const tail =
        "WHERE chain = :chain AND next_look_ms >= :never AND created_at_ms <= :madeByMs AND received = '0' AND pending = '0' AND route_id IS NULL AND authorization_id IS NULL AND collection_id IS NULL ORDER BY id LIMIT :limit";
      const values = { chain, never: neverByItself, madeByMs, limit };
      return (await db.select('pass_invoice', tail, values)).map(invoiceIn);
    },

    async invoicesAuthorizedBy(payer, limit) {
      const tail = 'WHERE authorized_by = :payer ORDER BY created_at_ms DESC LIMIT :limit';
      return (await db.select('pass_invoice', tail, { payer, limit })).map(invoiceIn);
    },

    async unclaimedInvoices() {
      const tail = "WHERE exhausted_at_ms IS NULL AND received <> '0' ORDER BY id";
      return (await db.select('pass_invoice', tail)).map(invoiceIn);
    },

    async invoicesUnderCollection() {
      const tail = 'WHERE collection_id IS NOT NULL ORDER BY id';
      return (await db.select('pass_invoice', tail)).map(invoiceIn);
    },
  };
}

export function invoiceWrites(
  db: Db,
  { forUpdate }: Pick<Dialect, 'forUpdate'>,
): Omit<InvoiceWrites, keyof InvoiceReads> {
  return {
    async insertInvoice(invoice) {
      await db.insert('pass_invoice', rowOf(invoice));
    },

    async lockInvoice(id) {
      const row = await db.first('pass_invoice', `WHERE id = :id ${forUpdate}`, { id });
      return row === null ? null : invoiceIn(row);
    },

    async changeInvoice({ id, version }, { collection, ...change }) {
      const changed = await db.update(
        'pass_invoice',
        {
          ...change,
          ...(collection === undefined ? {} : collectionOf(collection)),
          version: version + 1,
        },
        'id = :id AND version = :version',
        { id, version },
      );
      return changed === 1;
    },

    async forgetInvoice(id) {
      await db.run('DELETE FROM pass_invoice WHERE id = :id', { id });
    },

    async claimedAmong(invoiceId, values) {
      const found = [];
      for (const some of inBatches(values))
        found.push(
          ...(await db.select(
            'pass_claimed',
            `WHERE invoice_id = :invoiceId AND value IN (${batchNames.join(', ')})`,
            { invoiceId, ...some },
          )),
        );
      return found.map(({ value, seq }) => ({ value, seq }));
    },

    async insertClaimed(invoiceId, values, seq) {
      for (const some of inBatches(values))
        await db.run(
          `INSERT INTO pass_claimed (invoice_id, value, seq) VALUES ${batchNames.map((name) => `(:invoiceId, ${name}, :seq)`).join(', ')} ON CONFLICT (invoice_id, value) DO NOTHING`,
          { invoiceId, seq, ...some },
        );
    },

    async forgetClaimed(throughSeq, { after, most }) {
      const isAfter = '(invoice_id, value) > (:invoiceId, :after)';
      const from = { invoiceId: after?.invoiceId ?? '', after: after?.value ?? '' };
      const last = await db.first(
        'pass_claimed',
        `WHERE ${isAfter} ORDER BY invoice_id, value LIMIT 1 OFFSET :skipped`,
        { ...from, skipped: most - 1 },
      );
      const through = last === null ? '' : 'AND (invoice_id, value) <= (:lastInvoiceId, :last)';
      await db.run(
        `DELETE FROM pass_claimed WHERE ${isAfter} ${through} AND seq <= :throughSeq AND EXISTS (SELECT 1 FROM pass_invoice WHERE id = invoice_id AND exhausted_at_ms IS NOT NULL)`,
        {
          ...from,
          throughSeq,
          ...(last === null ? {} : { lastInvoiceId: last.invoiceId, last: last.value }),
        },
      );
      return last;
    },
  };
}

/** How many values one statement takes: always this many, so that only one statement is kept. */
const batch = 50;
const batchNames = Array.from({ length: batch }, (_, at) => `:v${at}`);

/** The last values are repeated where there are too few. */
function inBatches(values: readonly string[]): readonly SqlValues[] {
  return Array.from({ length: Math.ceil(values.length / batch) }, (_, part) =>
    Object.fromEntries(
      Array.from({ length: batch }, (_one, at) => [
        `v${at}`,
        values[Math.min(part * batch + at, values.length - 1)] ?? '',
      ]),
    ),
  );
}

function rowOf({ collection, ...invoice }: Invoice): InvoiceRow {
  return { ...invoice, ...collectionOf(collection) };
}

function collectionOf(
  collection: Invoice['collection'],
): Pick<InvoiceRow, 'collectionId' | 'collectionUnits'> {
  return { collectionId: collection?.id ?? null, collectionUnits: collection?.units ?? null };
}

function invoiceIn({ collectionId, collectionUnits, ...invoice }: InvoiceRow): Invoice {
  return {
    ...invoice,
    collection:
      collectionId === null || collectionUnits === null
        ? null
        : { id: collectionId, units: collectionUnits },
  };
}
