import { type Composed, type Deployment, parts } from '@interline/server';
import { edgePassages, endpoints, type HttpDeps } from '@interline/http';

/** What is the process's own, and none of the composition's. */
type ProcessDeps = Required<Pick<HttpDeps, 'isReady' | 'closing' | 'mounted'>>;

/** What the HTTP room needs, out of the composition and the deployment it was made from. */
export function httpDepsOf(
  { container, clientSalt }: Composed,
  { server, limits, operatorToken }: Deployment,
  own: ProcessDeps,
): HttpDeps {
  const { rails } = container.get(parts.registry);
  const custody = container.get(parts.custody);
  const meters = container.get(parts.meters);
  return {
    ...own,
    useCases: useCasesOf(container, { server, limits }),
    tokens: container.get(parts.tokens),
    accounts: { spender: custody.account('spender'), float: custody.account('float') },
    isOptIn: (offer) =>
      rails.some(
        ({ manifest }) => manifest.ways.includes(offer) && manifest.broadcast === 'opt-in',
      ),
    basePath: server.basePath,
    trustedProxies: server.trustedProxies,
    executeOrigins: server.executeOrigins,
    operatorToken,
    clientSalt,
    limits,
    rateLimiter: container.get(parts.rateLimiter),
    passGate: container.get(parts.passGate),
    onAnswered: ({ seconds, ...labels }) => meters.requests.observe(labels, seconds),
    log: container.get(parts.log),
    clock: container.get(parts.clock),
    entropy: container.get(parts.entropy),
  };
}

function useCasesOf(
  container: Composed['container'],
  { server, limits }: Pick<Deployment, 'server' | 'limits'>,
): HttpDeps['useCases'] {
  return {
    quoteRoute: container.get(parts.quoteRoute),
    compareRails: container.get(parts.compareRails),
    solveIntent: container.get(parts.solveIntent),
    executeRoute: container.get(parts.executeRoute),
    prepareOrder: container.get(parts.prepareOrder),
    preflightRoute: container.get(parts.preflightRoute),
    readRoute: container.get(parts.readRoute),
    readScorecard: container.get(parts.readScorecard),
    planBatch: container.get(parts.planBatch),
    createSchedule: container.get(parts.createSchedule),
    createConditional: container.get(parts.createConditional),
    readRecord: container.get(parts.readRecord),
    cancelRecord: container.get(parts.cancelRecord),
    releaseRefund: container.get(parts.releaseRefund),
    registerHook: container.get(parts.registerHook),
    readHook: container.get(parts.readHook),
    redeliverHook: container.get(parts.redeliverHook),
    listDeadHooks: container.get(parts.listDeadHooks),
    listAttention: container.get(parts.listAttention),
    listAccounts: container.get(parts.listAccounts),
    resumeAccount: container.get(parts.resumeAccount),
    releaseRoute: container.get(parts.releaseRoute),
    describeMesh: container.get(parts.describeMesh),
    serviceStatus: container.get(parts.serviceStatus),
    gaslessTerms: container.get(parts.gaslessTerms),
    recentRoutes: container.get(parts.recentRoutes),
    serviceTerms: container.get(parts.serviceTerms),
    askQuestion: container.get(parts.concierge)(edgePassages(endpoints, server.basePath, limits)),
    understandTransfer: container.get(parts.understandTransfer),
    answerOnce: container.get(parts.answerOnce),
    createKey: container.get(parts.createKey),
    readKeyUsage: container.get(parts.readKeyUsage),
    recognizeKey: container.get(parts.recognizeKey),
    noteKeyUse: container.get(parts.noteKeyUse),
  };
}
