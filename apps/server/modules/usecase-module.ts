import { createKey, noteKeyUse, readKeyUsage, recognizeKey } from '@interline/core/api-keys';
import { concierge, understandTransfer } from '@interline/core/assistant';
import {
  describeMesh,
  gaslessTerms,
  recentRoutes,
  serviceStatus,
  serviceTerms,
} from '@interline/core/discovery';
import { answerOnce } from '@interline/core/idempotency';
import { listAccounts, listAttention, resumeAccount } from '@interline/core/operations';
import {
  cancelRecord,
  createConditional,
  createSchedule,
  planBatch,
  type PrimitivePorts,
  readRecord,
  runTick,
} from '@interline/core/primitives';
import { ChainWatch, Sender } from '@interline/core/transactions';
import {
  compareRails,
  transferHistory,
  executeRoute,
  keptTrackRecord,
  transferPorts,
  type TransferPorts,
  preflightRoute,
  prepareOrder,
  quoteRoute,
  readRoute,
  readScorecard,
  releaseRefund,
  releaseRoute,
  RouteRunner,
  solveIntent,
} from '@interline/core/transfer';
import {
  hookCourier,
  listDeadHooks,
  readHook,
  redeliverHook,
  registerHook,
} from '@interline/core/webhooks';
import { parts } from '../service-tokens.ts';
import { ContainerModule } from 'inversify';

/** The use cases over their ports, each wired once. */
export const usecaseModule = new ContainerModule(({ bind }) => {
  bind(parts.money)
    .toResolvedValue(
      (
        store,
        custody,
        registry,
        price,
        tokens,
        clock,
        entropy,
        log,
        deployment,
        stop,
      ): TransferPorts =>
        transferPorts(
          {
            store,
            custody,
            registry,
            price,
            tokens,
            clock,
            entropy,
            log,
            policy: deployment.policy,
            sender: new Sender(custody, clock),
            watch: new ChainWatch({
              custody,
              clock,
              log,
              pollMs: deployment.pollMs,
              displacedAfterMs: deployment.policy.displacedAfterMs,
              stop,
            }),
          },
          stop,
        ),
      [
        parts.store,
        parts.custody,
        parts.registry,
        parts.price,
        parts.tokens,
        parts.clock,
        parts.entropy,
        parts.log,
        parts.deployment,
        parts.lifetime,
      ],
    )
    .inSingletonScope();
  bind(parts.runner)
    .toResolvedValue((money, stop) => new RouteRunner(money, stop), [parts.money, parts.lifetime])
    .inSingletonScope();
  bind(parts.quoteRoute)
    .toResolvedValue(
      (registry, custody, store) => quoteRoute(registry, { custody, store }),
      [parts.registry, parts.custody, parts.store],
    )
    .inSingletonScope();
  bind(parts.transferHistory)
    .toResolvedValue(
      (store, clock) => transferHistory({ store, clock }),
      [parts.store, parts.clock],
    )
    .inSingletonScope();
  bind(parts.trackRecord)
    .toResolvedValue((history) => keptTrackRecord(history), [parts.transferHistory])
    .inSingletonScope();
  bind(parts.readScorecard)
    .toResolvedValue((history) => readScorecard(history), [parts.transferHistory])
    .inSingletonScope();
  bind(parts.answerOnce)
    .toResolvedValue((store, clock) => answerOnce({ store, clock }), [parts.store, parts.clock])
    .inSingletonScope();
  bind(parts.compareRails)
    .toResolvedValue(
      (registry, price, trackRecord, clock, { feeThresholdBps: thresholdBps }, lifetime) =>
        compareRails({ registry, price, trackRecord, clock, thresholdBps, lifetime }),
      [
        parts.registry,
        parts.price,
        parts.trackRecord,
        parts.clock,
        parts.deployment,
        parts.lifetime,
      ],
    )
    .inSingletonScope();
  bind(parts.solveIntent)
    .toResolvedValue((compare) => solveIntent(compare), [parts.compareRails])
    .inSingletonScope();
  bind(parts.executeRoute)
    .toResolvedValue((money) => executeRoute(money), [parts.money])
    .inSingletonScope();
  bind(parts.prepareOrder)
    .toResolvedValue((money) => prepareOrder(money), [parts.money])
    .inSingletonScope();
  bind(parts.preflightRoute)
    .toResolvedValue((money) => preflightRoute(money), [parts.money])
    .inSingletonScope();
  bind(parts.primitives)
    .toResolvedValue(
      (money, store, execute, deployment, stop): PrimitivePorts => ({
        ...money,
        store,
        executeRoute: execute,
        policy: deployment.primitives,
        stop,
      }),
      [parts.money, parts.store, parts.executeRoute, parts.deployment, parts.lifetime],
    )
    .inSingletonScope();
  bind(parts.planBatch)
    .toResolvedValue((ports) => planBatch(ports), [parts.primitives])
    .inSingletonScope();
  bind(parts.createSchedule)
    .toResolvedValue((ports) => createSchedule(ports), [parts.primitives])
    .inSingletonScope();
  bind(parts.createConditional)
    .toResolvedValue((ports) => createConditional(ports), [parts.primitives])
    .inSingletonScope();
  bind(parts.readRecord)
    .toResolvedValue((ports) => readRecord(ports), [parts.primitives])
    .inSingletonScope();
  bind(parts.cancelRecord)
    .toResolvedValue((ports) => cancelRecord(ports), [parts.primitives])
    .inSingletonScope();
  bind(parts.runTick)
    .toResolvedValue((ports) => runTick(ports), [parts.primitives])
    .inSingletonScope();
  bind(parts.readRoute)
    .toResolvedValue(
      (store, runner, clock) => readRoute({ store, runner, clock }),
      [parts.store, parts.runner, parts.clock],
    )
    .inSingletonScope();
  bind(parts.releaseRefund)
    .toResolvedValue((money, runner) => releaseRefund(money, runner), [parts.money, parts.runner])
    .inSingletonScope();
  bind(parts.listAttention)
    .toResolvedValue(
      (store, custody) => listAttention({ store, custody }),
      [parts.store, parts.custody],
    )
    .inSingletonScope();
  bind(parts.listAccounts)
    .toResolvedValue(
      (store, custody) => listAccounts({ store, custody }),
      [parts.store, parts.custody],
    )
    .inSingletonScope();
  bind(parts.resumeAccount)
    .toResolvedValue((money) => resumeAccount(money), [parts.money])
    .inSingletonScope();
  bind(parts.releaseRoute)
    .toResolvedValue((money) => releaseRoute(money), [parts.money])
    .inSingletonScope();
  bind(parts.registerHook)
    .toResolvedValue(
      (store, post, clock, entropy) => registerHook({ store, post, clock, entropy }),
      [parts.store, parts.hookPost, parts.clock, parts.entropy],
    )
    .inSingletonScope();
  bind(parts.readHook)
    .toResolvedValue((store) => readHook(store.reads), [parts.store])
    .inSingletonScope();
  bind(parts.listDeadHooks)
    .toResolvedValue((store) => listDeadHooks(store.reads), [parts.store])
    .inSingletonScope();
  bind(parts.redeliverHook)
    .toResolvedValue((store, clock) => redeliverHook({ store, clock }), [parts.store, parts.clock])
    .inSingletonScope();
  bind(parts.hookCourier)
    .toResolvedValue(
      (store, post, clock, entropy, log) => hookCourier({ store, post, clock, entropy, log }),
      [parts.store, parts.hookPost, parts.clock, parts.entropy, parts.log],
    )
    .inSingletonScope();
  bind(parts.createKey)
    .toResolvedValue((store, clock) => createKey({ store, clock }), [parts.store, parts.clock])
    .inSingletonScope();
  bind(parts.readKeyUsage)
    .toResolvedValue((store, clock) => readKeyUsage({ store, clock }), [parts.store, parts.clock])
    .inSingletonScope();
  bind(parts.recognizeKey)
    .toResolvedValue(
      (store, limiter) => recognizeKey({ store, limiter }),
      [parts.store, parts.rateLimiter],
    )
    .inSingletonScope();
  bind(parts.noteKeyUse)
    .toResolvedValue(
      (store, clock, log, stop) => noteKeyUse({ store, clock, log, stop }),
      [parts.store, parts.clock, parts.log, parts.lifetime],
    )
    .inSingletonScope();
  bind(parts.serviceStatus)
    .toResolvedValue(
      (registry, reader, store, storeWatch, tokens, clock, deployment, lifetime) =>
        serviceStatus({
          registry,
          reader,
          reads: store.reads,
          store: storeWatch,
          tokens,
          clock,
          lifetime,
          chains: deployment.chains.map((one) => one.chain),
        }),
      [
        parts.registry,
        parts.chains,
        parts.store,
        parts.storeWatch,
        parts.tokens,
        parts.clock,
        parts.deployment,
        parts.lifetime,
      ],
    )
    .inSingletonScope();
  bind(parts.gaslessTerms)
    .toResolvedValue(
      (tokens, custody, { chains }) =>
        gaslessTerms({
          tokens,
          chains: chains.map((one) => one.chain),
          defaultChainId: defaultChainOf(chains.map((one) => one.chainId)),
          spender: custody.account('spender'),
          batchExecutor: chains.some((one) => one.usesMulticalls) ? custody.batchExecutor : null,
        }),
      [parts.tokens, parts.custody, parts.deployment],
    )
    .inSingletonScope();
  bind(parts.describeMesh)
    .toResolvedValue(
      (registry, status, custody) =>
        describeMesh({ registry, serviceStatus: status, spender: custody.account('spender') }),
      [parts.registry, parts.serviceStatus, parts.custody],
    )
    .inSingletonScope();
  bind(parts.recentRoutes)
    .toResolvedValue((store, clock) => recentRoutes({ store, clock }), [parts.store, parts.clock])
    .inSingletonScope();
  bind(parts.serviceTerms)
    .toResolvedValue(
      (registry, mesh, { policy, feeThresholdBps: guardBps, chains }) =>
        serviceTerms({
          registry,
          describeMesh: mesh,
          policy,
          guardBps,
          chains: chains.map((one) => one.chain),
        }),
      [parts.registry, parts.describeMesh, parts.deployment],
    )
    .inSingletonScope();
  bind(parts.understandTransfer)
    .toResolvedValue((tokens) => understandTransfer(tokens), [parts.tokens])
    .inSingletonScope();
  bind(parts.concierge)
    .toResolvedValue(
      (terms, tokens, { chains }, understand, phrasing) =>
        concierge({
          serviceTerms: terms,
          tokens,
          chains: chains.map((one) => one.chain),
          understand,
          phrasing,
        }),
      [
        parts.serviceTerms,
        parts.tokens,
        parts.deployment,
        parts.understandTransfer,
        parts.phrasing,
      ],
    )
    .inSingletonScope();
});

/** The chain whose terms are told when none is asked for. */
function defaultChainOf(chainIds: readonly number[]): number {
  return chainIds.includes(8453) ? 8453 : (chainIds[0] ?? 1);
}
