import type { AccountEvent, KnownAccount, Session } from '@interline/core/accounts';
import { EntitySchema } from 'typeorm';
import { column } from '../engine/column.ts';

const knownAccountEntity = new EntitySchema<KnownAccount>({
  name: 'known_account',
  columns: {
    id: column.text('id', { primary: true }),
    sinceMs: column.whole('since_ms'),
  },
});

export interface AccountSeqRow {
  readonly account: string;
  /** Of its last event; 0 before the first. */
  readonly seq: number;
}

const accountSeqEntity = new EntitySchema<AccountSeqRow>({
  name: 'account_seq',
  columns: {
    account: column.text('account', { primary: true }),
    seq: column.whole('seq'),
  },
});

export interface SignInNonceRow {
  readonly hash: string;
  readonly expiresAtMs: number;
}

const signInNonceEntity = new EntitySchema<SignInNonceRow>({
  name: 'sign_in_nonce',
  columns: {
    hash: column.text('hash', { primary: true }),
    expiresAtMs: column.whole('expires_at_ms'),
  },
  indices: [{ name: 'sign_in_nonce_end', columns: ['expiresAtMs'] }],
});

export interface SessionRow extends Omit<Session, 'account'> {
  readonly address: Session['account']['address'];
  readonly onlyOn: Session['account']['onlyOn'];
}

const sessionEntity = new EntitySchema<SessionRow>({
  name: 'account_session',
  columns: {
    tokenHash: column.text('token_hash', { primary: true }),
    address: column.text('address'),
    onlyOn: column.text('only_on', { nullable: true }),
    chain: column.text('chain'),
    scopes: column.json('scopes'),
    proof: column.json('proof', { nullable: true }),
    mandateKey: column.json('mandate_key', { nullable: true }),
    createdAtMs: column.whole('created_at_ms'),
    expiresAtMs: column.whole('expires_at_ms'),
    checkedAtMs: column.whole('checked_at_ms'),
  },
  indices: [{ name: 'account_session_end', columns: ['expiresAtMs'] }],
});

const accountEventEntity = new EntitySchema<AccountEvent>({
  name: 'account_event',
  columns: {
    account: column.text('account', { primary: true }),
    seq: column.whole('seq', { primary: true }),
    kind: column.text('kind'),
    atMs: column.whole('at_ms'),
    about: column.json('about'),
  },
  indices: [{ name: 'account_event_age', columns: ['atMs'] }],
});

export const accountTables = {
  known_account: knownAccountEntity,
  account_seq: accountSeqEntity,
  sign_in_nonce: signInNonceEntity,
  account_session: sessionEntity,
  account_event: accountEventEntity,
};
