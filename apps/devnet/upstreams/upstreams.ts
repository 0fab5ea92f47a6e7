import type { DevnetAccounts } from '../chains/devnet-accounts.ts';
import { rpc } from '../chains/json-rpc.ts';
import type { DevnetChain, DevnetUpstream } from '../devnet-report.ts';
import type { FaucetRequest } from '../faucet/read-faucet-request.ts';
import { listenOnLoopback, type LoopbackServer } from '../http/loopback.ts';
import { assetsOf } from './chain-assets.ts';
import { DepositAddresses } from './deposit-addresses.ts';
import { DepositWatch } from './deposit-watch.ts';
import { engineApp } from './engine-app.ts';
import { engines } from './engines.ts';
import { Filler } from './filler.ts';
import type { Deposit, Order } from './order.ts';
import type { StandIn } from './stand-in.ts';
import { standInGate } from './stand-in-bridge.ts';
import { type Bridging, UpstreamDesk } from './upstream-desk.ts';

type UpstreamsOptions = {
  chains: readonly DevnetChain[];
  accounts: DevnetAccounts;
  faucet: (request: FaucetRequest) => Promise<unknown>;
  /** Answers without the engine's usual delay. */
  prompt: boolean;
  log: (line: string) => void;
};

type ChainEnd = { chain: DevnetChain; filler: Filler; watch: DepositWatch };

/** The time after its expiry in which an offer's deposit is still looked for. */
const lateDepositMs = 30_000;

/** The report shows the latest deposits of each list. */
const mostDeposits = 200;

/**
 * The stand-ins of one devnet: a server and a desk for each engine, which share one filler and one
 * watch for each chain.
 */
export class Upstreams {
  readonly desks: readonly UpstreamDesk[];
  /** Deposits that pay for no order: of unknown calldata, or the second of a call made twice. */
  readonly unasked: Deposit[] = [];
  readonly #ends: ReadonlyMap<number, ChainEnd>;
  readonly #addresses: DepositAddresses;
  readonly #closed = new AbortController();
  readonly #options: UpstreamsOptions;
  #servers: readonly { standIn: StandIn; server: LoopbackServer }[] = [];

  constructor(options: UpstreamsOptions) {
    const { chains, accounts, faucet } = options;
    this.#options = options;
    this.#addresses = new DepositAddresses(accounts.mnemonic);
    const watches = {
      onDeposit: (deposit: Deposit) => this.#settle(deposit),
      signal: this.#closed.signal,
    };
    this.#ends = new Map(
      chains.map((chain) => [
        chain.chainId,
        {
          chain,
          filler: new Filler(chain, accounts.filler, faucet),
          watch: new DepositWatch({ chain, ...watches }),
        },
      ]),
    );
    const bridging = this.#bridging();
    this.desks = engines.map((standIn) => new UpstreamDesk(standIn, bridging));
  }

  get listed(): readonly DevnetUpstream[] {
    return this.#servers.map(({ standIn: { engine, signer }, server }) => ({
      engine,
      url: server.url,
      ...(signer === undefined ? {} : { signer }),
    }));
  }

  async listen(): Promise<void> {
    this.#servers = await Promise.all(
      this.desks.map(async (desk) => {
        const server = await listenOnLoopback(0);
        const handle = engineApp(
          desk,
          this.#options.prompt ? 0 : desk.standIn.tariff.answerMs,
          this.#options.log,
        ).callback();
        server.serve((request, response) => {
          void handle(request, response);
        });
        return { standIn: desk.standIn, server };
      }),
    );
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await Promise.all(this.#servers.map(({ server }) => server.close()));
  }

  #settle(deposit: Deposit): void {
    if (!this.desks.some((desk) => desk.takeDeposit(deposit))) this.unasked.push(deposit);
  }

  #bridging(): Bridging {
    return {
      assets: this.#options.chains.flatMap(assetsOf),
      signal: this.#closed.signal,
      log: this.#options.log,
      bridgeOf: (chainId) => this.#ends.get(chainId)?.chain.bridge,
      nextDepositAddress: () => this.#addresses.next(),
      bar: (chainId, calldataHash) => this.#endOf(chainId).filler.bar(calldataHash),
      watch: ({ from, expiresAtMs, depositAddress: address }) => {
        const untilMs = expiresAtMs + lateDepositMs;
        this.#endOf(from.chainId).watch.watch(
          untilMs,
          address === null ? null : { address, isCoin: from.address === null, untilMs },
        );
      },
      pay: (asset, to, units) => this.#endOf(asset.chainId).filler.pay(asset, to, units),
      payNothing: (chainId) => this.#endOf(chainId).filler.payNothing(),
      fill: ({ to }, { fill, takeUnits }) =>
        this.#endOf(to.chainId).filler.fill(to, takeUnits, fill),
      isCancelled: ({ to }, { id }) => isCancelled(this.#endOf(to.chainId), id),
      refund: ({ from, ask, depositAddress, contract }, { token, units, depositor }) => {
        const { chain, filler } = this.#endOf(from.chainId);
        if (contract !== null) return filler.call(contract.giveBack);
        const to = ask.refundTo ?? depositor;
        return depositAddress === null
          ? filler.refund(token, to, units)
          : this.#addresses.refund(chain, depositAddress, token, to, units);
      },
    };
  }

  #endOf(chainId: number): ChainEnd {
    const end = this.#ends.get(chainId);
    if (end === undefined) throw new Error(`this devnet does not run chain ${chainId}`);
    return end;
  }
}

/**
 * Whether the order was cancelled on its destination by a message that pays a keeper, because
 * keepers do not execute one that pays nothing.
 */
async function isCancelled({ chain, filler }: ChainEnd, id: string): Promise<boolean> {
  const [message] = await filler.view('cancelMessages', [id]);
  if (BigInt(String(message)) === 0n) return false;
  const [gate] = await filler.view('deBridgeGate', []);
  const reward = await rpc(chain.rpcUrl, 'eth_call', [
    { to: String(gate), data: standInGate.encodeFunctionData('rewards', [message]) },
    'latest',
  ]);
  return BigInt(String(reward)) > 0n;
}

/** The body of GET /devnet/upstreams: each engine's URL, its faults and its deposits. */
export function upstreamsReport({ desks, listed, unasked }: Upstreams): object {
  return {
    engines: desks.map(({ standIn: { engine, chainIds, signer }, faults, orders }) => ({
      engine,
      url: listed.find((each) => each.engine === engine)?.url,
      chainIds,
      signer,
      faults: faults.list(),
      deposits: orders.deposited().slice(-mostDeposits).map(depositRow),
    })),
    unasked: unasked
      .slice(-mostDeposits)
      .map((deposit) => ({ ...deposit, units: String(deposit.units) })),
  };
}

function depositRow({
  offer: { id, ask, from, to, output, minOutput, depositAddress },
  state,
}: Order): object {
  return {
    id,
    fromChainId: from.chainId,
    toChainId: to.chainId,
    recipient: ask.recipient,
    units: String(ask.units),
    output: String(output),
    minOutput: String(minOutput),
    depositAddress,
    ...stateRow(state),
  };
}

function stateRow(state: Order['state']): object {
  if (state.stage !== 'filled') return state;
  const {
    paid: { asset, units },
    ...rest
  } = state;
  return { ...rest, paid: { token: asset.symbol, units: String(units) } };
}
