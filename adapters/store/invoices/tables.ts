import type { ClaimedValue, Invoice } from '@interline/core/passes';
import { column } from '../engine/column.ts';
import { EntitySchema } from 'typeorm';

export interface InvoiceRow extends Omit<Invoice, 'collection'> {
  readonly collectionId: string | null;
  readonly collectionUnits: Invoice['held'] | null;
}

const invoiceEntity = new EntitySchema<InvoiceRow>({
  name: 'pass_invoice',
  columns: {
    id: column.text('id', { primary: true }),
    version: column.whole('version'),
    bundle: column.text('bundle'),
    bundles: column.whole('bundles'),
    asset: column.text('asset'),
    chain: column.text('chain'),
    token: column.text('token'),
    address: column.text('address'),
    collector: column.text('collector'),
    recipient: column.text('recipient'),
    routeId: column.text('route_id', { nullable: true }),
    authorizationId: column.text('authorization_id', { nullable: true }),
    authorizedBy: column.text('authorized_by', { nullable: true }),
    amount: column.units('amount'),
    confirmations: column.whole('confirmations'),
    createdAtMs: column.whole('created_at_ms'),
    expiresAtMs: column.whole('expires_at_ms'),
    pending: column.units('pending'),
    received: column.units('received'),
    credited: column.units('credited'),
    held: column.units('held'),
    block: column.whole('block', { nullable: true }),
    blockAtMs: column.whole('block_at_ms'),
    collectionId: column.text('collection_id', { nullable: true }),
    collectionUnits: column.units('collection_units', { nullable: true }),
    issued: column.whole('issued'),
    exhaustedAtMs: column.whole('exhausted_at_ms', { nullable: true }),
    nextLookMs: column.whole('next_look_ms'),
    nextCollectMs: column.whole('next_collect_ms', { nullable: true }),
    collectTries: column.whole('collect_tries', { default: 0 }),
    txs: column.json('txs'),
  },
  indices: [
    { name: 'pass_invoice_chain_look', columns: ['chain', 'nextLookMs'] },
    { name: 'pass_invoice_chain_collect', columns: ['chain', 'nextCollectMs'] },
    { name: 'pass_invoice_authorizer', columns: ['authorizedBy'] },
    { name: 'pass_invoice_collection', columns: ['collectionId'] },
  ],
});

export interface ClaimedRow extends ClaimedValue {
  readonly invoiceId: string;
}

const claimedEntity = new EntitySchema<ClaimedRow>({
  name: 'pass_claimed',
  columns: {
    invoiceId: column.text('invoice_id', { primary: true }),
    value: column.text('value', { primary: true }),
    seq: column.whole('seq'),
  },
});

export const invoiceTables = { pass_invoice: invoiceEntity, pass_claimed: claimedEntity };
