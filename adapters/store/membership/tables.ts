import type { VaultLink } from '@interline/core/membership';
import { EntitySchema } from 'typeorm';
import { column } from '../engine/column.ts';

const linkEntity = new EntitySchema<VaultLink>({
  name: 'vault_link',
  columns: {
    vault: column.text('vault', { primary: true }),
    nonce: column.text('nonce', { primary: true }),
    hot: column.text('hot'),
    onlyOn: column.text('only_on', { nullable: true }),
    expiresAtMs: column.whole('expires_at_ms'),
    createdAtMs: column.whole('created_at_ms'),
    isEnded: column.flag('is_ended'),
  },
  indices: [
    { name: 'vault_link_hot', columns: ['hot'] },
    { name: 'vault_link_end', columns: ['expiresAtMs'] },
  ],
});

export const membershipTables = { vault_link: linkEntity };
