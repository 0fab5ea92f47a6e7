import type { Agent } from '@interline/core/agents';
import { RelayError, utcDay } from '@interline/kernel';
import { defineAccountEndpoint, sessionIn } from '../accounts/account-endpoint.ts';
import { defineEndpoint, type EndpointInput } from '../server/endpoint.ts';
import { perMinute } from '../server/limits/request-limit.ts';
import { parsePolicy } from './parse.ts';
import { presentActivity, presentAgent, presentApproval, presentSheet } from './present.ts';
import { readAgent } from './read-agent.ts';
import {
  activityQuery,
  agentActivity,
  agentAnswer,
  agentDeleted,
  agentParams,
  agentsAnswer,
  agentSheet,
  approvalAnswer,
  approvalParams,
  approvalsAnswer,
  changeBody,
  decideBody,
  keyBody,
  registerBody,
} from './schemas.ts';

const limit = perMinute('agents', 30);
const activityLimit = { ...perMinute('agent-activity', 60), isFixed: true as const };
const scope = 'agents';
const id = `agt_${'0'.repeat(32)}`;
const jwk = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' };
const policy = {
  maxPerRoute: '10000',
  maxPerDay: '50000',
  tokens: ['USDC'],
  chains: [8453, 42161],
  recipients: ['0x1111111111111111111111111111111111111111'],
  approveAbove: '5000',
  expiresAt: 4_000_000_000_000,
};
const proof = 'eyJhbGciOiJFZERTQSIsInR5cCI6ImludGVybGluZS1hZ2VudCtqd3QifQ.eyJhdWQiOiIuLi4ifQ.AA';

export const registerAgentEndpoint = defineAccountEndpoint({
  method: 'POST',
  path: '/api/agents',
  summary:
    'Registers an agent of the wallet: a key that requests routes, and the policy that limits it.',
  limit,
  scope,
  request: { body: registerBody },
  example: { name: 'Pays invoices', jwk, proof, policy },
  response: agentAnswer,
  errors: [
    'MISSING_FIELD',
    'BODY_TOO_LARGE',
    'UNROUTABLE_LANE',
    'KEY_PROOF_INVALID',
    'KEY_IN_USE',
    'TOO_MANY_RECORDS',
    'STORE_DOWN',
  ],
  changes: 'agent',
  async handle({ body, deps, session }) {
    const { name } = body;
    const policyAsked = parsePolicy(body.policy, deps);
    const asked = { name, publicKey: body.jwk.x, proof: body.proof, policy: policyAsked };
    return presentAgent(await deps.useCases.agents.own.register(session.account, asked));
  },
});

export const agentsEndpoint = defineAccountEndpoint({
  method: 'GET',
  path: '/api/agents',
  summary: "The wallet's agents, oldest first.",
  limit,
  scope,
  request: {},
  response: agentsAnswer,
  errors: ['STORE_DOWN'],
  async handle({ deps, session }) {
    const agents = await deps.useCases.agents.own.list(session.account);
    return { items: agents.map(presentAgent), next: null };
  },
});

export const agentEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/agents/{id}',
  summary: "An agent, with what is left of its day's budget; an agent may read its own record.",
  limit: { ...limit, isFixed: true },
  session: scope,
  agent: 'instead',
  request: { params: agentParams },
  example: { id },
  response: agentSheet,
  errors: ['UNKNOWN_RECORD', 'STORE_DOWN'],
  async handle(context) {
    const agent = await agentAsked(context);
    const { agents } = context.deps.useCases;
    const day = utcDay(context.deps.clock.now());
    return presentSheet(agent, day, await agents.readDay(agent.id, day));
  },
});

export const changeAgentEndpoint = defineAccountEndpoint({
  method: 'PATCH',
  path: '/api/agents/{id}',
  summary: 'Renames an agent, replaces its policy, or reactivates it after a freeze.',
  limit,
  scope,
  request: { params: agentParams, body: changeBody },
  example: { policy },
  response: agentAnswer,
  errors: ['MISSING_FIELD', 'BODY_TOO_LARGE', 'UNROUTABLE_LANE', 'UNKNOWN_RECORD', 'STORE_DOWN'],
  changes: 'agent',
  async handle({ params, body, deps, session }) {
    const { name, state } = body;
    const change = {
      ...(name === undefined ? {} : { name }),
      ...(body.policy === undefined ? {} : { policy: parsePolicy(body.policy, deps) }),
      ...(state === undefined ? {} : { isResumed: true as const }),
    };
    const { own } = deps.useCases.agents;
    return presentAgent(await own.change(session.account, params.id, change));
  },
});

export const deleteAgentEndpoint = defineAccountEndpoint({
  method: 'DELETE',
  path: '/api/agents/{id}',
  summary: 'Deletes an agent: its key is no longer accepted, and may be registered again.',
  limit,
  scope,
  request: { params: agentParams },
  example: { id },
  response: agentDeleted,
  errors: ['UNKNOWN_RECORD', 'STORE_DOWN'],
  changes: 'agent',
  async handle({ params, deps, session }) {
    await deps.useCases.agents.own.remove(session.account, params.id);
    return { deleted: true as const };
  },
});

export const rotateAgentEndpoint = defineAccountEndpoint({
  method: 'POST',
  path: '/api/agents/{id}/rotate',
  summary: "Replaces an agent's key; the old key is no longer accepted.",
  limit,
  scope,
  request: { params: agentParams, body: keyBody },
  example: { jwk, proof },
  response: agentAnswer,
  errors: [
    'MISSING_FIELD',
    'BODY_TOO_LARGE',
    'KEY_PROOF_INVALID',
    'KEY_IN_USE',
    'UNKNOWN_RECORD',
    'STORE_DOWN',
  ],
  changes: 'agent',
  async handle({ params, body, deps, session }) {
    const { own } = deps.useCases.agents;
    const asked = { publicKey: body.jwk.x, proof: body.proof };
    return presentAgent(await own.rotate(session.account, params.id, asked));
  },
});

export const freezeAgentEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/agents/{id}/freeze',
  summary: 'Freezes an agent until its owner reactivates it; an agent may freeze itself.',
  limit: { ...limit, isFixed: true },
  session: scope,
  agent: 'instead',
  request: { params: agentParams },
  example: { id },
  response: agentAnswer,
  errors: ['SIGNATURE_REPLAYED', 'UNKNOWN_RECORD', 'STORE_DOWN'],
  changes: 'agent',
  async handle(context) {
    const { params, deps } = context;
    const { own } = deps.useCases.agents;
    const signed = await readAgent(context);
    if (signed === null) {
      const { account } = await sessionIn(context, scope);
      return presentAgent(await own.freeze(account, params.id));
    }
    assertItself(signed.agent, params.id);
    return presentAgent(await own.freezeOwn(signed));
  },
});

export const agentActivityEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/agents/{id}/activity',
  summary:
    "An agent's activity, and its owner's changes to it, newest first; an agent may read its own.",
  limit: activityLimit,
  session: scope,
  agent: 'instead',
  request: { params: agentParams, query: activityQuery },
  example: { limit: '25' },
  response: agentActivity,
  errors: ['UNKNOWN_RECORD', 'STORE_DOWN'],
  async handle(context) {
    const { next: before = null, limit: most = 25 } = context.query;
    const agent = await agentAsked(context);
    const { own } = context.deps.useCases.agents;
    return presentActivity(await own.activity(agent, { before, limit: most }), most);
  },
});

export const approvalsEndpoint = defineAccountEndpoint({
  method: 'GET',
  path: '/api/agents/{id}/approvals',
  summary: "The agent's approvals, pending ones first.",
  limit: perMinute('agent-activity', 60),
  scope,
  request: { params: agentParams },
  example: { id },
  response: approvalsAnswer,
  errors: ['UNKNOWN_RECORD', 'STORE_DOWN'],
  async handle({ params, deps, session }) {
    const approvals = await deps.useCases.agents.approvals.list(session.account, params.id);
    return { items: approvals.map(presentApproval), next: null };
  },
});

export const decideApprovalEndpoint = defineAccountEndpoint({
  method: 'POST',
  path: '/api/agents/{id}/approvals/{aid}',
  summary: 'Approves or denies one transfer that an agent asked for; deciding moves no money.',
  limit,
  scope,
  request: { params: approvalParams, body: decideBody },
  example: { decision: 'approve' },
  response: approvalAnswer,
  errors: ['MISSING_FIELD', 'BODY_TOO_LARGE', 'UNKNOWN_RECORD', 'STORE_DOWN'],
  changes: 'agent',
  async handle({ params, body, deps, session }) {
    const approval = await deps.useCases.agents.approvals.decide(session.account, {
      agentId: params.id,
      id: params.aid,
      isApproved: body.decision === 'approve',
    });
    return presentApproval(approval);
  },
});

/** The agent in the path, requested by itself or by its owner's session. */
async function agentAsked(context: EndpointInputOf<{ readonly id: string }>): Promise<Agent> {
  const { params, deps } = context;
  const signed = await readAgent(context);
  if (signed === null) {
    const { account } = await sessionIn(context, scope);
    return deps.useCases.agents.own.read(account, params.id);
  }
  assertItself(signed.agent, params.id);
  return signed.agent;
}

type EndpointInputOf<Params> = Omit<EndpointInput, 'params' | 'query' | 'body'> & {
  readonly params: Params;
};

function assertItself(agent: Agent, id: string): void {
  if (agent.id !== id) throw new RelayError('UNKNOWN_RECORD', {}, 'an agent asks for itself alone');
}
