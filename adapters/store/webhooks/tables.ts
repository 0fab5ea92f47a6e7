import type { AccountHook, Hook, HookDelivery, HookTry } from '@interline/core/webhooks';
import { EntitySchema } from 'typeorm';
import { column } from '../engine/column.ts';

export interface HookRow extends Omit<Hook, 'isSigned'> {
  readonly secret: string | null;
}

const hookEntity = new EntitySchema<HookRow>({
  name: 'hook',
  columns: {
    id: column.text('id', { primary: true }),
    routeId: column.text('route_id'),
    url: column.longText('url'),
    host: column.longText('host'),
    owner: column.text('owner', { default: '' }),
    secret: column.longText('secret', { nullable: true }),
    createdAtMs: column.whole('created_at_ms'),
  },
  indices: [
    { name: 'hook_route', columns: ['routeId'] },
    { name: 'hook_age', columns: ['createdAtMs'] },
  ],
});

export interface HookDeliveryRow extends HookDelivery, Pick<Hook, 'owner' | 'host'> {
  /** In which line of its owner and host it stands; null where in none. See `lines.ts`. */
  readonly line: number | null;
}

const hookDeliveryEntity = new EntitySchema<HookDeliveryRow>({
  name: 'hook_delivery',
  columns: {
    id: column.text('id', { primary: true }),
    hookId: column.text('hook_id'),
    eventId: column.text('event_id'),
    state: column.text('state'),
    tries: column.whole('tries'),
    oldTries: column.whole('old_tries'),
    dueAtMs: column.whole('due_at_ms'),
    createdAtMs: column.whole('created_at_ms'),
    owner: column.text('owner', { default: '' }),
    host: column.longText('host', { default: '' }),
    line: column.whole('line', { nullable: true }),
  },
  indices: [
    { name: 'hook_delivery_event', columns: ['hookId', 'eventId'], unique: true },
    { name: 'hook_delivery_due', columns: ['state', 'dueAtMs'], where: 'line IS NULL' },
    {
      name: 'hook_delivery_line',
      columns: ['owner', 'host', 'line', 'dueAtMs', 'id'],
      where: 'line IS NOT NULL',
    },
  ],
});

const hookTryEntity = new EntitySchema<HookTry>({
  name: 'hook_try',
  columns: {
    deliveryId: column.text('delivery_id', { primary: true }),
    number: column.whole('try_number', { primary: true }),
    atMs: column.whole('at_ms'),
    tookMs: column.whole('took_ms', { nullable: true }),
    outcome: column.text('outcome', { nullable: true }),
    httpStatus: column.whole('http_status', { nullable: true }),
  },
});

/** What an account's hook has besides its row in `hook`, whose `route_id` is its account. */
export type AccountHookRow = Omit<AccountHook, 'url' | 'host' | 'createdAtMs'> & {
  readonly formerSecret: string | null;
  readonly formerUntilMs: number | null;
};

const accountHookEntity = new EntitySchema<AccountHookRow>({
  name: 'account_hook',
  columns: {
    id: column.text('id', { primary: true }),
    account: column.text('account'),
    events: column.json('events'),
    failures: column.whole('failures'),
    disabledAtMs: column.whole('disabled_at_ms', { nullable: true }),
    formerSecret: column.longText('former_secret', { nullable: true }),
    formerUntilMs: column.whole('former_until_ms', { nullable: true }),
  },
  indices: [{ name: 'account_hook_account', columns: ['account'] }],
});

export interface HookHostRow {
  readonly host: string;
  /** How many more tries in a row it may lose before it counts as silent; 0 where it does. */
  readonly answers: number;
}

const hookHostEntity = new EntitySchema<HookHostRow>({
  name: 'hook_host',
  columns: {
    host: column.longText('host', { primary: true }),
    answers: column.whole('answers'),
  },
});

export const webhookTables = {
  hook: hookEntity,
  hook_delivery: hookDeliveryEntity,
  hook_try: hookTryEntity,
  account_hook: accountHookEntity,
  hook_host: hookHostEntity,
};
