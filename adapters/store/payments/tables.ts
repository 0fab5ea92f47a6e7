import type { Settlement } from '@interline/core/payments';
import { EntitySchema } from 'typeorm';
import { column } from '../engine/column.ts';

const settlementEntity = new EntitySchema<Settlement>({
  name: 'settlement',
  columns: {
    id: column.text('id', { primary: true }),
    chain: column.text('chain'),
    token: column.text('token'),
    payer: column.text('payer'),
    payTo: column.text('pay_to'),
    units: column.units('units'),
    noncesAt: column.text('nonces_at', { default: '' }),
    nonce: column.text('nonce'),
    validAfter: column.units('valid_after'),
    validBefore: column.units('valid_before'),
    payloadHash: column.text('payload_hash'),
    identifier: column.text('identifier', { nullable: true }),
    client: column.text('client'),
    sentAs: column.text('sent_as', { nullable: true }),
    acceptedAtMs: column.whole('accepted_at_ms'),
    outcome: column.json('outcome', { nullable: true }),
    reportedAtMs: column.whole('told_at_ms', { nullable: true }),
    isCharged: column.flag('is_charged'),
  },
  indices: [
    { name: 'settlement_taken', columns: ['payer', 'nonce', 'noncesAt', 'chain'], unique: true },
    { name: 'settlement_identifier', columns: ['payer', 'identifier'], unique: true },
    { name: 'settlement_sent', columns: ['sentAs'], unique: true },
    { name: 'settlement_recipient', columns: ['payTo', 'chain'] },
    { name: 'settlement_age', columns: ['acceptedAtMs'] },
    { name: 'settlement_open', columns: ['payer', 'chain'], where: 'outcome IS NULL' },
  ],
});

export const paymentTables = { settlement: settlementEntity };
