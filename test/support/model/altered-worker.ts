import { ChainWatch, recover, resendOpen, Sender } from '@interline/core/transactions';
import {
  type TransferPorts,
  RouteRunner,
  settleUnawaited,
  sweepFinality,
} from '@interline/core/transfer';
import { type ChainRef, RelayError } from '@interline/kernel';
import type { CustodyPort, TransactionRequest, RailPort } from '@interline/ports';
import type { ModelHarness } from './model-harness.ts';
import { transferPorts } from './transfer-ports.ts';
import { railRegistry } from '@interline/plugins';
import { RecordingLog } from '@interline/plugins/testing';

export interface Alterations {
  /** Taken out of the deployment. */
  readonly gone?: ChainRef;
  /** Instead of the harness's. */
  readonly rails?: readonly RailPort[];
  readonly policy?: Partial<TransferPorts['policy']>;
  /** Instead of a dollar for everything. */
  readonly price?: TransferPorts['price'];
}

/** The harness's store and chains under another configuration, as after a restart. */
export interface AlteredWorker {
  readonly money: TransferPorts;
  /** Events of warnings and errors, in order. */
  readonly said: () => readonly string[];
  /** Ids of routes that an event of these was about. */
  readonly saidOf: (event: string) => readonly unknown[];
  start(): Promise<void>;
  /** A look at each route, `rounds` times, and the regular duties between. */
  work(rounds: number): Promise<void>;
  stop(): void;
}

export function alteredWorker(
  harness: ModelHarness,
  { gone, rails, policy, price }: Alterations,
): AlteredWorker {
  const stopped = new AbortController();
  const log = new RecordingLog();
  const { clock } = harness.money;
  const custody = gone === undefined ? harness.custody : withoutChain(harness.custody, gone);
  const altered = { ...harness.money.policy, ...policy };
  const money = transferPorts(
    {
      ...harness.money,
      custody,
      log,
      policy: altered,
      ...(price === undefined ? {} : { price }),
      ...(rails === undefined ? {} : { registry: railRegistry(rails) }),
      sender: new Sender(custody, clock),
      watch: new ChainWatch({
        store: harness.money.store,
        custody,
        clock,
        log,
        pollMs: 15,
        policy: altered,
        stop: stopped.signal,
      }),
    },
    stopped.signal,
  );
  const runner = new RouteRunner(money, stopped.signal);
  const sweepFinal = sweepFinality(money);
  return {
    money,
    said: () =>
      log.lines
        .filter(({ level }) => level === 'warn' || level === 'error')
        .map(({ event }) => event),
    saidOf: (event) =>
      log.lines.filter((line) => line.event === event).map(({ fields }) => fields['routeId']),
    async start() {
      await recover(money, stopped.signal);
    },
    async work(rounds) {
      for (let round = 0; round < rounds; round += 1) {
        await Promise.all(harness.transfers.map(({ id }) => runner.run(id, 60)));
        await sweepFinal(stopped.signal);
        await settleUnawaited(money, stopped.signal);
        await resendOpen(money, 0, stopped.signal);
      }
    },
    stop: () => stopped.abort(),
  };
}

/** As the real one is with a chain it was not given. */
function withoutChain(custody: CustodyPort, gone: ChainRef): CustodyPort {
  const known = (chain: ChainRef): void => {
    if (chain === gone)
      throw new RelayError('CHAIN_UNREACHABLE', { chain }, `custody has no chain ${chain}`);
  };
  return {
    ...custody,
    chains: custody.chains.filter((chain) => chain !== gone),
    verifyPermit: async (permit, signal) => {
      known(permit.chain);
      return custody.verifyPermit(permit, signal);
    },
    prepare: async (intent, signal) => {
      known(chainIn(intent));
      return custody.prepare(intent, signal);
    },
    seal: (transactionId, prepared, ...rest) => {
      known(prepared.chain);
      return custody.seal(transactionId, prepared, ...rest);
    },
    bump: async (last, feeRateCap, signal) => {
      known(last.chain);
      return custody.bump(last, feeRateCap, signal);
    },
    broadcast: async (signedTransactions) =>
      Promise.all(
        signedTransactions.map(async (one) =>
          one.chain === gone ? 'unknown' : ((await custody.broadcast([one]))[0] ?? 'unknown'),
        ),
      ),
    observe: async (chain, ...rest) => {
      known(chain);
      return custody.observe(chain, ...rest);
    },
    arrivals: async (chain, ...rest) => {
      known(chain);
      return custody.arrivals(chain, ...rest);
    },
    slotsTaken: async (chain, ...rest) => {
      known(chain);
      return custody.slotsTaken(chain, ...rest);
    },
    balances: async (chain, ...rest) => {
      known(chain);
      return custody.balances(chain, ...rest);
    },
  };
}

function chainIn(intent: TransactionRequest): ChainRef {
  return intent.kind === 'pull' ? intent.permit.chain : intent.chain;
}
