import { ChainWatch, compareRails, deliveryHistory, describeMesh, executeRoute, gaslessTerms, keptTrackRecord, type MoneyPorts, moneyPorts, preflightRoute, prepareIntent, quoteRoute, readRoute, readScorecard, releaseRefund, RouteRunner, Sender, serviceStatus, solveIntent } from '@interline/usecases';
import { ContainerModule } from 'inversify';
import { parts } from '../service-tokens.ts';

/** The use cases over their ports, each wired once. */
export const usecaseModule = new ContainerModule(({ bind }) => {
  bind(parts.money).toResolvedValue(
    (work, reader, custody, registry, price, tokens, clock, entropy, log, deployment, stop): MoneyPorts => moneyPorts({
      work, reader, custody, registry, price, tokens, clock, entropy, log, policy: deployment.policy,
      sender: new Sender(custody, clock), watch: new ChainWatch({ custody, clock, log, pollMs: deployment.pollMs, stop }),
    }, stop),
    [parts.work, parts.reader, parts.custody, parts.registry, parts.price, parts.tokens, parts.clock, parts.entropy, parts.log, parts.deployment, parts.lifetime],
  ).inSingletonScope();
  bind(parts.runner).toResolvedValue((money, stop) => new RouteRunner(money, stop), [parts.money, parts.lifetime]).inSingletonScope();
  bind(parts.quoteRoute).toResolvedValue((registry) => quoteRoute(registry), [parts.registry]).inSingletonScope();
  bind(parts.deliveryHistory).toResolvedValue((reader, clock) => deliveryHistory({ reader, clock }), [parts.reader, parts.clock]).inSingletonScope();
  bind(parts.trackRecord).toResolvedValue((history) => keptTrackRecord(history), [parts.deliveryHistory]).inSingletonScope();
  bind(parts.readScorecard).toResolvedValue((history) => readScorecard(history), [parts.deliveryHistory]).inSingletonScope();
  bind(parts.compareRails).toResolvedValue(
    (registry, price, trackRecord, clock, { feeThresholdBps: thresholdBps }, lifetime) => compareRails({ registry, price, trackRecord, clock, thresholdBps, lifetime }),
    [parts.registry, parts.price, parts.trackRecord, parts.clock, parts.deployment, parts.lifetime],
  ).inSingletonScope();
  bind(parts.solveIntent).toResolvedValue((compare) => solveIntent(compare), [parts.compareRails]).inSingletonScope();
  bind(parts.executeRoute).toResolvedValue((money) => executeRoute(money), [parts.money]).inSingletonScope();
  bind(parts.prepareIntent).toResolvedValue((money) => prepareIntent(money), [parts.money]).inSingletonScope();
  bind(parts.preflightRoute).toResolvedValue((money) => preflightRoute(money), [parts.money]).inSingletonScope();
  bind(parts.readRoute).toResolvedValue((reader, runner, clock) => readRoute({ reader, runner, clock }), [parts.reader, parts.runner, parts.clock]).inSingletonScope();
  bind(parts.releaseRefund).toResolvedValue((money, runner) => releaseRefund(money, runner), [parts.money, parts.runner]).inSingletonScope();
  bind(parts.serviceStatus).toResolvedValue(
    (registry, reader, journal, tokens, clock, deployment, lifetime) => serviceStatus({ registry, reader, journal, tokens, clock, lifetime, chains: deployment.chains.map((one) => one.chain) }),
    [parts.registry, parts.chains, parts.reader, parts.tokens, parts.clock, parts.deployment, parts.lifetime],
  ).inSingletonScope();
  bind(parts.gaslessTerms).toResolvedValue(
    (tokens, custody, { chains }) => gaslessTerms({
      tokens, chains: chains.map((one) => one.chain), defaultChainId: defaultChainOf(chains.map((one) => one.chainId)), spender: custody.account('spender'), batchExecutor: chains.some((one) => one.isBatched) ? custody.batchExecutor : null,
    }),
    [parts.tokens, parts.custody, parts.deployment],
  ).inSingletonScope();
  bind(parts.describeMesh).toResolvedValue(
    (registry, status, custody) => describeMesh({ registry, serviceStatus: status, spender: custody.account('spender') }),
    [parts.registry, parts.serviceStatus, parts.custody],
  ).inSingletonScope();
});

/** The chain whose terms are told when none is asked for. */
function defaultChainOf(chainIds: readonly number[]): number {
  return chainIds.includes(8453) ? 8453 : chainIds[0] ?? 1;
}
