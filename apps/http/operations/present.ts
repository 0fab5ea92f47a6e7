import type {
  AccountSheet,
  AccountState,
  AuditEntry,
  Desk,
  OpenTransaction,
  ShownByChain,
} from '@interline/core/operations';
import type { Switch } from '@interline/core/switches';
import { chainToWire, unplaced } from '@interline/kernel';
import type * as z from 'zod';
import { presentAddress } from '../server/present/present-address.ts';
import { type DeskOrder, orderOf } from './desk-orders.ts';
import type {
  accountAnswer,
  accountSheets,
  auditEntry,
  deskAnswer,
  operatorSwitch,
} from './schemas.ts';

export function presentDesk({ entries, more }: Desk): z.input<typeof deskAnswer> {
  return {
    entries: entries.map(({ kind, subject, state, sinceMs, shows, whatToDo, commands }) => ({
      kind,
      subject,
      state,
      since: sinceMs,
      shows: { ...shows },
      whatToDo,
      commands: [...commands],
      orders: commands.flatMap((command) => presentOrder(orderOf(command))),
    })),
    more,
  };
}

function presentOrder(
  order: DeskOrder | null,
): z.input<typeof deskAnswer>['entries'][number]['orders'] {
  if (order === null) return [];
  const { body, asks, ...rest } = order;
  return [
    {
      ...rest,
      body: { ...body },
      asks: asks.map(({ field, choices }) => ({ field, choices: [...choices] })),
    },
  ];
}

export function presentSheet({
  state,
  open,
}: AccountSheet): z.input<typeof accountSheets>['accounts'][number] {
  return { account: presentAccount(state), open: open.map(presentOpen) };
}

type OpenWire = z.input<typeof accountSheets>['accounts'][number]['open'][number];

function presentOpen({ transaction, forms, chain }: OpenTransaction): OpenWire {
  const { id, purpose, owner, slot, createdAtMs, expects } = transaction;
  return {
    id,
    purpose,
    owner: owner.id,
    slot: slot === unplaced ? null : slot,
    committed: createdAtMs,
    moves:
      expects === null
        ? null
        : {
            token: expects.token,
            amount: expects.units.toString(),
            from: presentAddress(transaction.chain, expects.from),
            to: presentAddress(transaction.chain, expects.to),
          },
    chain: presentShown(chain),
    forms: forms.map(({ hash, tx, movements, committedAtMs }) => ({
      hash,
      maxFeeRate: tx.maxFeeRate.toString(),
      tip: tx.tip.toString(),
      movements: movements.map(({ kind }) => kind),
      committed: committedAtMs,
    })),
  };
}

function presentShown(shown: ShownByChain): OpenWire['chain'] {
  switch (shown.kind) {
    case 'unknown':
    case 'waiting':
      return { shows: shown.kind, hash: null, block: null };
    case 'slot-taken':
      return { shows: shown.kind, hash: shown.receiptOwed, block: null };
    case 'in-block':
      return { shows: shown.kind, hash: shown.hash, block: shown.block };
  }
}

export function presentAccount({
  chain,
  role,
  account,
  nextSlot,
  chainSlots,
  isFormer,
  inFlight,
  oldestMs,
  stopped,
  stuck,
  lacksCoin,
}: AccountState): z.input<typeof accountAnswer> {
  return {
    chain: chainToWire(chain),
    role,
    address: presentAddress(chain, account),
    nextSlot,
    chainSlots,
    former: isFormer,
    inFlight,
    oldest: oldestMs,
    stopped,
    stuck: [...stuck],
    lacksCoin,
  };
}

export function presentSwitch({
  scope,
  state,
  reason,
  by,
  sinceMs,
}: Switch): z.input<typeof operatorSwitch> {
  return { scope, state, reason, by, since: sinceMs };
}

export function presentAudit(entry: AuditEntry): z.input<typeof auditEntry> {
  const { id, atMs, operator, action, target, reason, before, after, outcome, code } = entry;
  return {
    id,
    ts: atMs,
    operator,
    action,
    target,
    reason,
    before: { ...before },
    after: { ...after },
    outcome,
    errorCode: code,
    ended: entry.endedAtMs,
  };
}
