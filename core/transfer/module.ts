import { type Bps, defineModule, evmChainId, type Duty, type TokenList } from '@interline/kernel';
import type {
  ChainReader,
  DepositPort,
  PricePort,
  RailRegistry,
  Tracer,
  WalletSignatures,
} from '@interline/ports';
import { type RecentSwitches, switchedRails } from '../switches/index.ts';
import type { TransactionPorts } from '../transactions/index.ts';
import { archiveInTurns } from './archive/archive-ended.ts';
import { compareRails } from './compare/compare-rails.ts';
import { keptTrackRecord, transferHistory } from './compare/transfer-history.ts';
import { readSeries } from './compare/read-series.ts';
import { readScorecard } from './compare/read-scorecard.ts';
import { prepareDeposit } from './deposit/prepare-deposit.ts';
import { setRefundAddress } from './deposit/set-refund-address.ts';
import { settleRefunds } from './deposit/settle-refunds.ts';
import { sweepDeposits, sweepEveryMs } from './deposit/sweep-deposits.ts';
import { executeRoute } from './execute/execute-route.ts';
import { moveFloat, rehearseMove } from './execute/move-float.ts';
import { prepareOrder } from './execute/prepare-order.ts';
import type { TransferPorts } from './ports.ts';
import { preflightRoute } from './preflight/preflight-route.ts';
import { amountFor } from './quote/amount-for.ts';
import { quoteRoute } from './quote/quote-route.ts';
import { reachableRails } from './quote/reachable-rails.ts';
import { bookUnderWay } from './recover/book-under-way.ts';
import { bringAllForward, recoverFromChain } from './recover/recover-from-chain.ts';
import { reconcileRoutes } from './recover/unsettled-routes.ts';
import { releaseRefund } from './recover/release-refund.ts';
import { releaseRoute } from './recover/release-route.ts';
import { settleUnawaited } from './recover/settle-unawaited.ts';
import { sweepFinality } from './recover/sweep-finality.ts';
import type { TransferStore } from './repository.ts';
import { readByTransaction } from './settle/read-by-transaction.ts';
import { askWallet, readOwnRoutes } from './settle/read-own-routes.ts';
import { readPayersRoutes } from './settle/payers-routes.ts';
import { readRoute } from './settle/read-route.ts';
import { readTimeline } from './settle/read-timeline.ts';
import { RouteRunner } from './settle/route-runner.ts';
import { solveIntent } from './solve/solve-intent.ts';

export interface Ports {
  readonly store: TransferStore;
  readonly transactions: { readonly ports: TransactionPorts };
  readonly switches: { readonly recent: RecentSwitches };
  readonly registry: RailRegistry;
  readonly price: PricePort;
  readonly chains: ChainReader;
  readonly deposits: DepositPort;
  readonly hashSecret: TransferPorts['hashSecret'];
  readonly tokens: TokenList;
  readonly tracer: Tracer;
  readonly walletSignatures: WalletSignatures;
  readonly deployment: {
    readonly feeThresholdBps: Bps;
    readonly server: { readonly publicUrl?: string | undefined };
    /** How long after its end a route is archived. */
    readonly retention: { readonly archiveAfterMs: number };
  };
  /** Aborts when the process is asked to stop. */
  readonly lifetime: AbortSignal;
}

export const transfer = defineModule({
  needs: [
    'store',
    'transactions',
    'switches',
    'registry',
    'price',
    'chains',
    'deposits',
    'hashSecret',
    'tokens',
    'tracer',
    'walletSignatures',
    'deployment',
    'lifetime',
  ],
  create({
    store,
    transactions,
    switches,
    registry,
    price,
    chains,
    deposits,
    hashSecret,
    tokens,
    tracer,
    walletSignatures: wallets,
    deployment,
    lifetime,
  }: Ports) {
    const ports: TransferPorts = {
      ...transactions.ports,
      store,
      registry,
      price,
      chains,
      deposits,
      hashSecret,
      tokens,
      tracer,
    };
    const { clock, custody } = ports;
    const permitChains = custody.chains.filter((chain) => evmChainId(chain) !== null);
    const [first] = permitChains;
    const own = {
      store,
      wallets,
      clock,
      chains: permitChains,
      service: serviceName(
        deployment.server.publicUrl,
        first === undefined ? '' : custody.account(first, 'spender'),
      ),
    };
    const recent = (): ReturnType<RecentSwitches['read']> => switches.recent.read();
    // New requests respect the switches and the chains that are down. Open routes see their rails
    // as they are, because a failure of seconds must not refund a payer.
    const reachable = reachableRails(registry, ports);
    const open: TransferPorts = { ...ports, registry: switchedRails(reachable, recent) };
    const runner = new RouteRunner(ports, lifetime);
    const history = transferHistory({ store, clock });
    const trackRecord = keptTrackRecord(history);
    const compare = compareRails({
      registry: open.registry,
      switches: recent,
      price,
      trackRecord,
      clock,
      thresholdBps: deployment.feeThresholdBps,
      lifetime,
    });
    const sweep = sweepFinality(ports);
    const duties: readonly Duty[] = [
      { name: 'reconcile-routes', everyMs: 10_000, run: () => reconcileRoutes(ports) },
      {
        name: 'bring-forward',
        everyMs: 10_000,
        run: async () => {
          await bringAllForward(ports, { depth: 'final' }, lifetime);
        },
      },
      { name: 'sweep-finality', everyMs: 2_000, run: () => sweep(lifetime) },
      {
        name: 'sweep-deposits',
        everyMs: sweepEveryMs,
        run: () => sweepDeposits(ports, lifetime),
      },
      { name: 'settle-refunds', everyMs: 2_000, run: () => settleRefunds(ports, lifetime) },
      { name: 'settle-strays', everyMs: 2_000, run: () => settleUnawaited(ports, lifetime) },
    ];
    const quote = quoteRoute(open.registry, { accounts: { custody, store }, deposits: open });
    return {
      quoteRoute: quote,
      amountFor: amountFor(quote),
      compareRails: compare,
      solveIntent: solveIntent(compare),
      readScorecard: readScorecard(history),
      readSeries: readSeries(history, clock),
      /** How transfers ended, at most 30 s old. */
      readHistory: history,
      trackRecord,
      prepareOrder: prepareOrder(open),
      prepareDeposit: prepareDeposit(open),
      preflightRoute: preflightRoute(open),
      executeRoute: executeRoute(open),
      moveFloat: moveFloat(open),
      rehearseMove: rehearseMove(open),
      readRoute: readRoute({ store, runner, clock }),
      readTimeline: readTimeline({ store }),
      readByTransaction: readByTransaction({ store, clock, ...deployment.retention }),
      askWallet: askWallet(own),
      readOwnRoutes: readOwnRoutes(own),
      readPayersRoutes: readPayersRoutes({ store, clock }),
      setRefundAddress: setRefundAddress(ports),
      releaseRefund: releaseRefund(ports, runner),
      releaseRoute: releaseRoute(ports),
      /** One turn of the job that archives routes which ended long ago. */
      archiveEnded: archiveInTurns(ports, deployment.retention.archiveAfterMs, lifetime),
      recoverFromChain: recoverFromChain(ports),
      reconcileRoutes: () => reconcileRoutes(ports),
      bookUnderWay: () => bookUnderWay(ports),
      /** For the worker, which advances routes through their jobs. */
      runner,
      /** For modules that move what transfer owns. */
      ports,
      duties,
    };
  },
});

/**
 * The name with which wallets are asked to sign: the origin at which clients reach the service, or,
 * if the deployment names none, its relayer account, which no other service has.
 */
function serviceName(publicUrl: string | undefined, relayer: string): string {
  return publicUrl === undefined
    ? `relayer ${relayer}`
    : publicUrl.replace(/^(https?:\/\/[^/]+).*$/, '$1');
}
