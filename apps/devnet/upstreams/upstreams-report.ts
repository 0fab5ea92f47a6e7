import type { Order } from './order.ts';
import type { Upstreams } from './upstreams.ts';

/** Of each list of deposits, the latest. */
const mostDeposits = 200;

/**
 * What GET /devnet/upstreams answers: where each engine is, what it is told to do wrong, and what
 * was deposited with it.
 */
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
