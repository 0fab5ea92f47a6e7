import { consolePages } from '@interline/console';
import { type Composed, type Deployment, parts, useCasesOf } from '@interline/server';
import { edgePassages, endpoints, type HttpDeps } from '@interline/http';

/** What is the process's own, and none of the composition's. */
interface ProcessDeps extends Required<Pick<HttpDeps, 'isReady' | 'closing' | 'mounted'>> {
  /** Null until it listens. */
  readonly listensAt: () => string | null;
}

/** What the HTTP app needs, out of the composition and the deployment it was made from. */
export function httpDepsOf(
  { container, clientSalt }: Composed,
  { profile, server, limits, operators, privateLane, agentRegistration }: Deployment,
  { listensAt, ...own }: ProcessDeps,
): HttpDeps {
  const { rails } = container.get(parts.registry);
  const custody = container.get(parts.evm);
  const meters = container.get(parts.meters);
  const useCases = useCasesOf(container);
  return {
    ...own,
    useCases,
    askQuestion: useCases.assistant.concierge(edgePassages(endpoints, server.basePath, limits)),
    tokens: container.get(parts.tokens),
    addresses: container.get(parts.addresses),
    accounts: { spender: custody.evmAccounts.spender, float: custody.evmAccounts.float },
    isOptIn: (engine) =>
      rails.some(
        ({ manifest }) => manifest.ways.includes(engine) && manifest.broadcast === 'opt-in',
      ),
    // The interface has the float lane's name for every deployment.
    railNames: [
      ...new Set([
        'floatlane',
        ...rails.flatMap(({ manifest }) => [manifest.id, ...manifest.ways]),
      ]),
    ],
    basePath: server.basePath,
    origin: () => {
      const { publicUrl } = server;
      if (publicUrl !== undefined) return new URL(publicUrl).origin;
      return profile === 'devnet' ? listensAt() : null;
    },
    agentRegistration,
    trustedProxies: server.trustedProxies,
    executeOrigins: server.executeOrigins,
    pages: server.console ? consolePages(relaysOf(privateLane)) : [],
    operators,
    clientSalt,
    limits,
    rateLimiter: container.get(parts.rateLimiter),
    notifier: container.get(parts.openStore).notifier,
    onAnswered: ({ seconds, ...labels }) => meters.requests.observe(labels, seconds),
    tracer: container.get(parts.tracer),
    log: container.get(parts.log),
    clock: container.get(parts.clock),
    entropy: container.get(parts.entropy),
  };
}

/** Where a page that the service shows may send what is sealed. */
function relaysOf({ enabled, relays }: Deployment['privateLane']): readonly string[] {
  return enabled ? relays.map(({ url }) => url) : [];
}
