import { chainInWords, type ChainRef, type QuoteRequest, RelayError } from '@interline/kernel';
import { assertAccepts, scopesOf } from '../../switches/index.ts';
import { assertAccountsRun } from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import { assertReachable } from '../quote/reachable-rails.ts';
import type { RouteMode } from '../route.ts';
import { assertNoDepositAddress } from './check-order.ts';

type Ports = Pick<TransferPorts, 'custody' | 'store' | 'deposits' | 'chains' | 'clock'>;

interface Asked {
  readonly mode: RouteMode;
  readonly quote: QuoteRequest;
}

/**
 * The checks that apply to any order of the lane on any rail; each one throws. Execute stops at the
 * first; preflight reports every one.
 */
export function laneChecks(
  ports: Ports,
  { mode, quote }: Asked,
  signal: AbortSignal,
): readonly (() => Promise<void>)[] {
  const { lane, refundAddress } = quote;
  const { reads } = ports.store;
  return [
    ...(mode === 'deposit' ? depositChecks(ports, lane.from, refundAddress) : []),
    () => assertAccepts(reads, scopesOf(quote)),
    () => assertAccountsRun(ports.custody, reads, lane),
    () => assertReachable(ports, lane, signal),
  ];
}

function depositChecks(
  ports: Pick<TransferPorts, 'store' | 'deposits'>,
  chain: ChainRef,
  refundAddress: string | undefined,
): readonly (() => Promise<void>)[] {
  return [
    async () => assertTakesDeposits(ports, chain),
    ...(refundAddress === undefined
      ? []
      : [() => assertNoDepositAddress(ports, chain, refundAddress)]),
  ];
}

/** Throws `NO_ROUTE`, as a quote does, if no wallet of ours has addresses on the chain. */
export function assertTakesDeposits(
  { deposits }: { readonly deposits: Pick<TransferPorts['deposits'], 'chains'> },
  chain: ChainRef,
): void {
  if (!deposits.chains.includes(chain))
    throw new RelayError(
      'NO_ROUTE',
      {},
      `this deployment has no account on ${chainInWords(chain)}, so it takes no deposits there; a quote of the lane says why`,
    );
}
