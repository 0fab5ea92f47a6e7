import { eventName } from '../webhooks/index.ts';

/** The kinds of events of an account. */
export const accountEventKinds = [
  'route.accepted',
  'route.stage',
  'route.done',
  'route.failed',
  'route.refunded',
  'route.refund_held',
  'sponsor.included',
  'sponsor.failed',
  'agent.approval_asked',
  'mandate.registered',
  'mandate.used',
  'mandate.spent',
  'mandate.returned',
  'mandate.exhausted',
  'mandate.expired',
  'mandate.revoked',
  'hook.test',
  'hook.disabled',
] as const;
export type AccountEventKind = (typeof accountEventKinds)[number];

/** One event of an account; a later one may contradict it, as after a reorg. */
export interface AccountEvent {
  readonly account: string;
  /** 1 for the first, without gaps. */
  readonly seq: number;
  readonly kind: AccountEventKind;
  readonly atMs: number;
  /** As it goes to the wire. */
  readonly about: Readonly<Record<string, string | number | null>>;
}

/** An event as it goes to the wire, the same wherever it is shown or sent. */
export function writeEvent(event: AccountEvent) {
  const { seq, kind, atMs, about } = event;
  return { id: eventName(event), event: kind, seq, ts: atMs, data: about };
}
