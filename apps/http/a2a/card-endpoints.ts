import { RelayError } from '@interline/kernel';
import { defineEndpoint, type EndpointInput } from '../server/endpoint.ts';
import { readLimit } from '../server/limits/request-limit.ts';
import { agentCardOf, agentRegistrationOf } from './agent-card.ts';
import { agentCard, agentRegistration } from './schemas.ts';

export const agentCardEndpoint = defineEndpoint({
  method: 'GET',
  path: '/.well-known/agent-card.json',
  atRoot: true,
  summary: 'The signed agent card (A2A 1.0): how agents find the service and its skills.',
  limit: readLimit('agent-card'),
  request: {},
  response: agentCard,
  errors: ['AGENT_FILE_DISABLED', 'STORE_DOWN'],
  cache: { maxAgeSec: 300 },
  async handle(context) {
    const card = agentCardOf(context, originOf(context));
    const signature = await context.deps.useCases.evidence.signCard(card);
    return signature === null ? card : { ...card, signatures: [{ ...signature }] };
  },
});

export const agentRegistrationEndpoint = defineEndpoint({
  method: 'GET',
  path: '/.well-known/agent-registration.json',
  atRoot: true,
  summary: 'The registration file for agent registries (ERC-8004), if the deployment is in one.',
  limit: readLimit('agent-registration'),
  request: {},
  response: agentRegistration,
  errors: ['AGENT_FILE_DISABLED'],
  cache: { maxAgeSec: 300 },
  async handle(context) {
    const { agentRegistration: registered } = context.deps;
    if (registered === null)
      throw new RelayError('AGENT_FILE_DISABLED', {}, 'the service is in no registry of agents');
    return agentRegistrationOf(context, originOf(context), registered);
  },
});

function originOf({ deps }: Pick<EndpointInput, 'deps'>): string {
  const origin = deps.origin();
  if (origin !== null) return origin;
  throw new RelayError(
    'AGENT_FILE_DISABLED',
    {},
    'the service does not know where clients reach it: `server.publicUrl` says so',
  );
}
