import { title } from '../server/documents/guide.ts';
import { interfaceVersion } from '../server/documents/guide.ts';
import type { EndpointInput } from '../server/endpoint.ts';
import { knownTools } from '../tools/tools-of.ts';

type CardInput = Pick<EndpointInput, 'deps' | 'endpoints'>;

const description =
  'Moves tokens between chains from one signature; the payer needs no gas. To move money: "prepare" answers typed data, the payer\'s wallet signs it as it is, and "execute" takes the signatures; its task is the route, and its artifact the signed receipt. A message calls a skill by one part of data, {"skill": "quote", "arguments": {...}}; a text alone is a question. No skill takes a key.';

const inData = ['application/json'];

/**
 * What the service says about itself to agents. No field in it is empty, because ProtoJSON leaves
 * out empty fields and the signature would not cover them.
 */
export function agentCardOf({ deps, endpoints }: CardInput, origin: string) {
  const { basePath } = deps;
  const url = `${origin}${basePath}/api/a2a`;
  return {
    name: 'Interline',
    description: `${title}. ${description}`,
    version: interfaceVersion,
    documentationUrl: `${origin}${basePath}/docs`,
    supportedInterfaces: [
      { url, protocolBinding: 'JSONRPC' as const, protocolVersion: '1.0' as const },
      { url, protocolBinding: 'HTTP+JSON' as const, protocolVersion: '1.0' as const },
    ],
    capabilities: { streaming: true, pushNotifications: false, extendedAgentCard: false },
    // Neither is asked for: a key raises the limits, a session lists the wallet's own tasks.
    securitySchemes: {
      key: {
        apiKeySecurityScheme: {
          description: 'Never needed: shows its usage and raises the limits.',
          location: 'header',
          name: 'x-svc-key',
        },
      },
      session: {
        httpAuthSecurityScheme: {
          description:
            "Only for ListTasks: the token of POST /api/account/session, of a wallet's own.",
          scheme: 'Bearer',
        },
      },
    },
    defaultInputModes: inData,
    defaultOutputModes: inData,
    skills: knownTools(endpoints).map(({ endpoint: { path }, listed }) => ({
      id: listed.name,
      name: listed.title,
      description: listed.description,
      tags: [listed.annotations.readOnlyHint ? 'reads' : 'moves money'],
      examples: [JSON.stringify({ skill: listed.name, arguments: exampleOf(path, endpoints) })],
      ...(listed.name === 'ask'
        ? { inputModes: ['text/plain', ...inData], outputModes: ['text/plain', ...inData] }
        : {}),
    })),
  };
}

function exampleOf(path: string, endpoints: CardInput['endpoints']): object {
  return endpoints.find((one) => one.path === path)?.example ?? {};
}

/** What registries of agents (ERC-8004) point at. */
export function agentRegistrationOf(
  { deps, endpoints }: CardInput,
  origin: string,
  {
    name,
    description: about,
    image,
    registrations,
  }: NonNullable<CardInput['deps']['agentRegistration']>,
) {
  return {
    type: 'https://eips.ethereum.org/EIPS/eip-8004#registration-v1' as const,
    name,
    description: about,
    ...(image === undefined ? {} : { image }),
    services: [
      {
        name: 'A2A' as const,
        endpoint: `${origin}/.well-known/agent-card.json`,
        version: '1.0',
      },
      {
        name: 'MCP' as const,
        endpoint: `${origin}${deps.basePath}/api/mcp`,
        version: '2026-07-28',
      },
    ],
    x402Support: endpoints.some(({ path }) => path.startsWith('/api/payments')),
    active: true,
    registrations: registrations.map((one) => ({ ...one })),
  };
}
