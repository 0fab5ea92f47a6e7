import type {
  EvmAddress,
  QuoteRequest,
  SignedAllowance,
  SignedPermit,
  Units,
} from '@interline/kernel';
import { assertAccountsRun } from '../../transactions/index.ts';
import type { MoneyPorts } from '../money-ports.ts';
import { cannotExecute } from '../quote/no-route.ts';
import type { RankedWay } from '../quote/quote-route.ts';
import type { RailRefusal, Route } from '../route.ts';
import { acceptFirst, orderOf } from './accept-first.ts';
import { checkOrder, isLive } from './check-order.ts';
import { chooseWays } from './choose-ways.ts';
import { executeSandbox } from './execute-sandbox.ts';
import type { HeldTick } from './held-tick.ts';
import { promisedWay } from './promised-way.ts';
import { repeatedRoute } from './repeated-route.ts';
import { setAsideWays } from './set-aside.ts';
import { verifyIntent } from './verify-intent.ts';

export type SandboxOutcome = 'done' | 'failed' | 'funds-required' | 'awaiting-deposit';

export interface ExecuteRequest {
  /** `payer` is the permit's owner in permit2 mode, the float account in self mode. */
  readonly quote: QuoteRequest & { readonly recipient: string };
  readonly mode: 'permit2' | 'self';
  readonly permit: SignedPermit | null;
  /** The spender the body says the permit was signed for; null where it says none. */
  readonly claimedSpender: EvmAddress | null;
  readonly allowance: SignedAllowance | null;
  readonly minOut: Units | null;
  readonly live: boolean | null;
  readonly dryRun: boolean;
  readonly allowBurnAddress: boolean;
  readonly excludeRails: readonly string[];
  /** Only rails on which the service itself enforces `minOut` (the float-lane path). */
  readonly onlyEnforced: boolean;
  readonly sandbox: SandboxOutcome | null;
  readonly isOperator: boolean;
  /** A pseudonym of the client's address, for gas budgets. */
  readonly client: string;
  readonly idempotency: { readonly key: string; readonly bodyHash: string } | null;
  /**
   * Set for a live run of a record: its route is accepted only under this lease, and only while the
   * record has not ended.
   */
  readonly tick?: HeldTick;
}

export type Execution =
  | {
      readonly kind: 'route';
      readonly route: Route;
      /** Accepted for an earlier request. */ readonly isRepeat?: true;
    }
  | {
      readonly kind: 'dry';
      readonly rankedWays: readonly RankedWay[];
      readonly refusals: readonly RailRefusal[];
      readonly note: string;
    };

/**
 * Checks, accepts and starts a route; answers when its first envelope is committed and sent. Throws
 * the catalogue's codes.
 */
export type ExecuteRoute = (request: ExecuteRequest, signal: AbortSignal) => Promise<Execution>;

export function executeRoute(ports: MoneyPorts): ExecuteRoute {
  return async (request, signal) => {
    checkOrder(ports, request);
    const repeated = await repeatedRoute(ports, request);
    if (repeated !== null) return { kind: 'route', route: repeated, isRepeat: true };
    try {
      return await executeNew(ports, request, signal);
    } catch (error) {
      // A twin of this request may have been accepted meanwhile, and its pull is what made ours
      // fail.
      const twin = await repeatedRoute(ports, request);
      if (twin === null) throw error;
      return { kind: 'route', route: twin, isRepeat: true };
    }
  };
}

async function executeNew(
  ports: MoneyPorts,
  request: ExecuteRequest,
  signal: AbortSignal,
): Promise<Execution> {
  if (request.sandbox !== null && isLive(request))
    return { kind: 'route', route: await executeSandbox(ports, request, request.sandbox, signal) };
  if (request.sandbox === null)
    await assertAccountsRun(ports.custody, ports.store.reads, request.quote.lane);
  const kept = await verifyIntent(ports, request, signal);
  const order = orderOf(ports, request, kept, `rt_${ports.entropy.hex(16)}`);
  const setAside = setAsideWays(ports, request);
  const promised = isLive(request) ? promisedWay(ports, request, kept, setAside) : null;
  const tried = [...setAside];
  const first =
    promised === null ? null : await acceptFirst(ports, request, order, [promised], tried, signal);
  if (first !== null) return { kind: 'route', route: first };
  const choice = await chooseWays(ports, request, kept, signal);
  const told = [...choice.refusals, ...choice.setAside];
  if (!isLive(request))
    return {
      kind: 'dry',
      rankedWays: choice.ways,
      refusals: told,
      note: 'rehearsal: nothing was broadcast and the permit was not used',
    };
  if (choice.ways.length === 0) {
    return {
      kind: 'dry',
      rankedWays: choice.optIn,
      refusals: told,
      note: 'nothing was broadcast: the rails that serve this lane need live: true',
    };
  }
  const refusals = [
    ...choice.setAside,
    ...tried.slice(setAside.length),
    ...choice.refusals.filter(({ rail }) => rail !== promised?.quote.rail),
  ];
  const route = await acceptFirst(
    ports,
    request,
    order,
    choice.ways.filter(({ quote }) => quote.rail !== promised?.quote.rail),
    refusals,
    signal,
  );
  if (route === null) throw cannotExecute(refusals.slice(choice.setAside.length), choice.setAside);
  return { kind: 'route', route };
}
