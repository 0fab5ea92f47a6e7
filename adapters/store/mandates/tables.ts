import type { Challenge, Mandate, MandatePayment, MandateReceipt } from '@interline/core/mandates';
import { EntitySchema } from 'typeorm';
import { column } from '../engine/column.ts';

export interface MandateRow extends Mandate {
  /** Of its ceiling, so that the mandates of a chain can be found. */
  readonly chain: string;
  /** The number of its last receipt. */
  readonly seq: number;
  /** When its token ends, by its terms: until then it could be registered again. */
  readonly endsSec: number | null;
  /** When its owner was notified that it has expired; null before. */
  readonly expiryToldAtMs: number | null;
}

/** As the index spells it, so that queries find it. */
export const expiryUntold = `state = 'active' AND expiry_told_at_ms IS NULL`;

const mandateEntity = new EntitySchema<MandateRow>({
  name: 'mandate',
  columns: {
    id: column.text('id', { primary: true }),
    account: column.text('account'),
    hash: column.text('hash'),
    token: column.longText('token'),
    terms: column.json('terms'),
    agentKeyId: column.text('agent_key_id'),
    userKey: column.json('user_key'),
    evidence: column.json('evidence'),
    ceiling: column.json('ceiling'),
    chain: column.text('chain'),
    state: column.text('state'),
    reserved: column.cents('reserved'),
    spent: column.cents('spent'),
    uses: column.whole('uses'),
    seq: column.whole('seq'),
    expiresAtMs: column.whole('expires_at_ms'),
    createdAtMs: column.whole('created_at_ms'),
    revokedAtMs: column.whole('revoked_at_ms', { nullable: true }),
    endsSec: column.whole('ends_sec', { nullable: true }),
    expiryToldAtMs: column.whole('expiry_told_at_ms', { nullable: true }),
  },
  indices: [
    { name: 'mandate_hash', columns: ['hash'], unique: true },
    { name: 'mandate_account', columns: ['account', 'createdAtMs'] },
    { name: 'mandate_chain', columns: ['chain', 'expiresAtMs'] },
    { name: 'mandate_end', columns: ['endsSec'] },
    { name: 'mandate_expiry', columns: ['expiresAtMs'], where: expiryUntold },
  ],
});

const paymentEntity = new EntitySchema<MandatePayment>({
  name: 'mandate_payment',
  columns: {
    closedHash: column.text('closed_hash', { primary: true }),
    mandateId: column.text('mandate_id'),
    routeId: column.text('route_id'),
    cents: column.cents('cents'),
    worthCents: column.cents('worth_cents'),
    units: column.units('units'),
    window: column.text('used_window', { nullable: true }),
    state: column.text('state'),
    reference: column.text('reference'),
    claims: column.json('claims'),
    atMs: column.whole('at_ms'),
  },
  indices: [
    { name: 'mandate_payment_mandate', columns: ['mandateId'] },
    { name: 'mandate_payment_route', columns: ['routeId'], unique: true },
  ],
});

const challengeEntity = new EntitySchema<Challenge>({
  name: 'mandate_challenge',
  columns: {
    nonceHash: column.text('nonce_hash', { primary: true }),
    mandateId: column.text('mandate_id'),
    expiresAtMs: column.whole('expires_at_ms'),
  },
  indices: [{ name: 'mandate_challenge_end', columns: ['expiresAtMs'] }],
});

const receiptEntity = new EntitySchema<MandateReceipt>({
  name: 'mandate_receipt',
  columns: {
    mandateId: column.text('mandate_id', { primary: true }),
    seq: column.whole('seq', { primary: true }),
    routeId: column.text('route_id'),
    kind: column.text('kind'),
    claims: column.json('claims'),
    jws: column.longText('jws', { nullable: true }),
    atMs: column.whole('at_ms'),
  },
});

/** One row for each thing whose sum is counted in a unit. */
const lockEntity = new EntitySchema<{ readonly name: string; readonly count: number }>({
  name: 'mandate_lock',
  columns: { name: column.text('name', { primary: true }), count: column.whole('count') },
});

export const mandateTables = {
  mandate: mandateEntity,
  mandate_payment: paymentEntity,
  mandate_challenge: challengeEntity,
  mandate_receipt: receiptEntity,
  mandate_lock: lockEntity,
};
