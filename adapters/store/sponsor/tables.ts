import type { SponsoredCall } from '@interline/core/sponsor';
import { EntitySchema } from 'typeorm';
import { column } from '../engine/column.ts';

export interface SponsoredCallRow extends Omit<SponsoredCall, 'fee'> {
  readonly feeToken: SponsoredCall['fee']['token'];
  readonly feeUnits: SponsoredCall['fee']['units'];
}

const sponsoredCallEntity = new EntitySchema<SponsoredCallRow>({
  name: 'sponsored_call',
  columns: {
    id: column.text('id', { primary: true }),
    kind: column.text('kind'),
    chain: column.text('chain'),
    account: column.text('account'),
    nonce: column.units('nonce'),
    callData: column.longText('call_data'),
    callGas: column.units('call_gas'),
    delegates: column.flag('delegates'),
    hash: column.text('hash'),
    feeToken: column.text('fee_token'),
    feeUnits: column.units('fee_units'),
    client: column.text('client'),
    createdAtMs: column.whole('created_at_ms'),
    expiresAtMs: column.whole('expires_at_ms'),
    bundleId: column.text('bundle_id', { nullable: true }),
    acceptedAtMs: column.whole('accepted_at_ms', { nullable: true }),
    takenKey: column.text('taken_key', { nullable: true }),
    signed: column.json('signed', { nullable: true }),
    outcome: column.json('outcome', { nullable: true }),
    isCharged: column.flag('is_charged'),
  },
  indices: [
    { name: 'sponsored_call_taken', columns: ['takenKey'], unique: true },
    { name: 'sponsored_call_bundle', columns: ['bundleId'] },
    { name: 'sponsored_call_account', columns: ['account', 'chain'] },
    { name: 'sponsored_call_age', columns: ['createdAtMs'] },
    { name: 'sponsored_call_kept', columns: ['acceptedAtMs'], where: 'signed IS NOT NULL' },
  ],
});

export const sponsorTables = { sponsored_call: sponsoredCallEntity };
