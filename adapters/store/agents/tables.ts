import type { Agent, AgentActivity, AgentDay, AgentRoute, Approval } from '@interline/core/agents';
import { EntitySchema } from 'typeorm';
import { column } from '../engine/column.ts';

const agentEntity = new EntitySchema<Agent>({
  name: 'agent',
  columns: {
    id: column.text('id', { primary: true }),
    account: column.text('account'),
    name: column.text('name'),
    keyId: column.text('key_id', { nullable: true }),
    publicKey: column.text('public_key'),
    policy: column.json('policy'),
    state: column.text('state'),
    seq: column.whole('seq'),
    createdAtMs: column.whole('created_at_ms'),
  },
  indices: [
    { name: 'agent_account', columns: ['account'] },
    { name: 'agent_key', columns: ['keyId'], unique: true },
    { name: 'agent_deleted', columns: ['createdAtMs'], where: "state = 'deleted'" },
  ],
});

export interface AgentDayRow extends AgentDay {
  readonly agentId: string;
  readonly day: string;
}

const dayEntity = new EntitySchema<AgentDayRow>({
  name: 'agent_day',
  columns: {
    agentId: column.text('agent_id', { primary: true }),
    day: column.text('day', { primary: true }),
    reserved: column.cents('reserved'),
    spent: column.cents('spent'),
  },
  indices: [{ name: 'agent_day_day', columns: ['day'] }],
});

const routeEntity = new EntitySchema<AgentRoute>({
  name: 'agent_route',
  columns: {
    routeId: column.text('route_id', { primary: true }),
    agentId: column.text('agent_id'),
    day: column.text('day'),
    cents: column.cents('cents'),
    state: column.text('state'),
    bodyHash: column.text('body_hash'),
    atMs: column.whole('at_ms'),
  },
  indices: [
    { name: 'agent_route_body', columns: ['agentId', 'bodyHash'] },
    { name: 'agent_route_age', columns: ['atMs'] },
  ],
});

export interface AgentNonceRow {
  readonly keyId: string;
  readonly nonce: string;
  readonly untilMs: number;
}

const nonceEntity = new EntitySchema<AgentNonceRow>({
  name: 'agent_nonce',
  columns: {
    keyId: column.text('key_id', { primary: true }),
    nonce: column.text('nonce', { primary: true }),
    untilMs: column.whole('until_ms'),
  },
  indices: [{ name: 'agent_nonce_end', columns: ['untilMs'] }],
});

/** Nonces of signatures that ended before this are forgotten, so such signatures are no longer accepted. */
const nonceFloorEntity = new EntitySchema<{ readonly id: number; readonly untilMs: number }>({
  name: 'agent_nonce_floor',
  columns: {
    id: column.whole('id', { primary: true }),
    untilMs: column.whole('until_ms'),
  },
});

const approvalEntity = new EntitySchema<Approval>({
  name: 'agent_approval',
  columns: {
    id: column.text('id', { primary: true }),
    agentId: column.text('agent_id'),
    requestHash: column.text('request_hash'),
    cents: column.cents('cents'),
    state: column.text('state'),
    about: column.json('about'),
    askedAtMs: column.whole('asked_at_ms'),
    decidedAtMs: column.whole('decided_at_ms', { nullable: true }),
  },
  indices: [
    {
      name: 'agent_approval_request',
      columns: ['agentId', 'requestHash'],
      unique: true,
      where: "state <> 'used'",
    },
    { name: 'agent_approval_age', columns: ['askedAtMs'] },
  ],
});

const activityEntity = new EntitySchema<AgentActivity>({
  name: 'agent_activity',
  columns: {
    agentId: column.text('agent_id', { primary: true }),
    seq: column.whole('seq', { primary: true }),
    kind: column.text('kind'),
    atMs: column.whole('at_ms'),
    about: column.json('about'),
  },
  indices: [{ name: 'agent_activity_age', columns: ['atMs'] }],
});

export const agentTables = {
  agent: agentEntity,
  agent_day: dayEntity,
  agent_route: routeEntity,
  agent_nonce: nonceEntity,
  agent_nonce_floor: nonceFloorEntity,
  agent_approval: approvalEntity,
  agent_activity: activityEntity,
};
