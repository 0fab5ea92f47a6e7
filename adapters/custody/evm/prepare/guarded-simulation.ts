import {
  type AccountRole,
  type Address,
  evmAddress,
  type Hex,
  permit2Address,
} from '@interline/kernel';
import type { Brought } from '@interline/ports';
import { authorizingAccount } from '../abi/authorization.ts';
import type { ExecutorCall, CallResult } from '../abi/batch-executor.ts';
import {
  type HoldingRead,
  holdingsProbe,
  probeCall,
  readProbe,
  readsInProbe,
} from '../abi/holdings-probe.ts';
import { headNumber } from '../rpc/blocks.ts';
import type { RpcCall } from '../rpc/json-rpc.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';
import type { Preparing } from './preparing.ts';
import { simulateCalls, type Simulation } from './simulate-calls.ts';

/** Consecutive calls of a rail, from index `first` (inclusive) to `end` (exclusive). */
export interface RailCalls {
  readonly first: number;
  readonly end: number;
  /** What the route brought for them; left out if they were already checked against it. */
  readonly brought?: Brought;
}

export interface GuardedSimulation {
  readonly simulation: Simulation;
  /**
   * For each span, a text about what its calls would take from our accounts beyond what they may;
   * null if nothing.
   */
  readonly losses: readonly (string | null)[];
}

/**
 * Simulates the calls. Before and after each span it reads both accounts' native coin, every listed
 * token and their allowances. A span may take what it declares (coin, exact approvals, plain
 * transfers) and nothing else.
 */
export function simulateGuarded(
  at: Pick<Preparing, 'chain' | 'accounts' | 'ours'>,
  role: AccountRole,
  calls: readonly ExecutorCall[],
  spans: readonly RailCalls[],
): RpcCall<GuardedSimulation> {
  const account = at.accounts[role];
  const guards = spans.map((span) => guardOf(at, account, calls.slice(span.first, span.end), span));
  const laid = layOut(calls, guards);
  const asked = simulateCalls(
    account,
    laid.calls,
    guards.length > 0 ? { [holdingsProbe.address]: { code: holdingsProbe.deployedBytecode } } : {},
  );
  const judged = (simulation: Simulation): GuardedSimulation => {
    if (simulation.kind !== 'ran') return { simulation, losses: guards.map(() => unseen) };
    const { results } = simulation;
    return {
      simulation: {
        kind: 'ran',
        results: laid.places.map((place) => results[place]).filter((one) => one !== undefined),
      },
      losses: guards.map((guard, index) =>
        lossOf(
          guard,
          heldAt(results, laid.before[index], guard),
          heldAt(results, laid.after[index], guard),
        ),
      ),
    };
  };
  return {
    ...asked,
    read: (result) => judged(asked.read(result)),
    readError: (error) => judged(asked.readError(error)),
  };
}

/**
 * The same, with the head that it was simulated on. Calls are capped at the gas they may burn. If
 * one burns its cap and fails, all are simulated again without caps, so that the refusal can state
 * the required gas.
 */
export async function simulateWithin(
  node: RpcNode,
  at: Pick<Preparing, 'chain' | 'accounts' | 'ours'>,
  role: AccountRole,
  calls: readonly ExecutorCall[],
  spans: readonly RailCalls[],
): Promise<GuardedSimulation & { readonly block: number; readonly isBeyondCaps: boolean }> {
  const [block, capped] = await node.ask([headNumber, simulateGuarded(at, role, calls, spans)]);
  if (!burnsItsCap(capped.simulation, calls)) return { ...capped, block, isBeyondCaps: false };
  const free = calls.map(({ to, data, value }) => ({ to, data, value }));
  const [again, uncapped] = await node.ask([headNumber, simulateGuarded(at, role, free, spans)]);
  return { ...uncapped, block: again, isBeyondCaps: true };
}

/**
 * Running out of gas at any depth uses nearly all of the cap; half of the cap is a safe threshold.
 */
function burnsItsCap(simulation: Simulation, calls: readonly ExecutorCall[]): boolean {
  return (
    simulation.kind === 'ran' &&
    simulation.results.some(({ ok, gasUsed }, index) => {
      const cap = calls[index]?.gasCap;
      return !ok && cap !== undefined && 2n * gasUsed >= cap;
    })
  );
}

const unseen = "the node does not show what the rail's calls would take from our accounts";

interface Guard extends RailCalls {
  readonly account: Address;
  readonly calls: readonly ExecutorCall[];
  readonly own: readonly Address[];
  readonly tokens: readonly Address[];
  readonly moves: DeclaredMoves;
  readonly reads: readonly HoldingRead[];
}

function guardOf(
  { chain: { tokens }, ours }: Pick<Preparing, 'chain' | 'accounts' | 'ours'>,
  account: Address,
  calls: readonly ExecutorCall[],
  span: RailCalls,
): Guard {
  const moves = declaredMoves(calls, tokens);
  const parties = new Set([
    permit2Address,
    ...moves.approvals.map((one) => one.spender),
    ...calls.map(({ to }) => to).filter((to) => !tokens.includes(to)),
  ]);
  const balances = [null, ...tokens].flatMap((token) => ours.map((owner) => ({ token, owner })));
  const allowances = tokens.flatMap((token) =>
    [...parties].map((spender) => ({ token, owner: account, spender })),
  );
  return {
    ...span,
    account,
    calls,
    own: ours,
    tokens,
    moves,
    reads: [...balances, ...allowances],
  };
}

interface Layout {
  readonly calls: readonly ExecutorCall[];
  /** The index of each given call. */
  readonly places: readonly number[];
  /** The index of each guard's first probe. */
  readonly before: readonly number[];
  readonly after: readonly number[];
}

function layOut(given: readonly ExecutorCall[], guards: readonly Guard[]): Layout {
  const calls: ExecutorCall[] = [];
  const [places, before, after]: [number[], number[], number[]] = [[], [], []];
  const probe = ({ reads }: Guard): number => {
    const probes = chunksOf(reads).map((chunk) => ({
      to: holdingsProbe.address,
      data: probeCall(chunk),
      value: 0n,
    }));
    return calls.push(...probes) - probes.length;
  };
  for (let at = 0; at <= given.length; at += 1) {
    for (const guard of guards) if (guard.end === at) after.push(probe(guard));
    for (const guard of guards) if (guard.first === at) before.push(probe(guard));
    const call = given[at];
    if (call !== undefined) places.push(calls.push(call) - 1);
  }
  return { calls, places, before, after };
}

function chunksOf(reads: readonly HoldingRead[]): readonly (readonly HoldingRead[])[] {
  return Array.from({ length: Math.ceil(reads.length / readsInProbe) }, (_, index) =>
    reads.slice(index * readsInProbe, (index + 1) * readsInProbe),
  );
}

/** Null if the probes did not answer; they answer by reverting. */
function heldAt(
  results: readonly CallResult[],
  place: number | undefined,
  { reads }: Guard,
): readonly (bigint | null)[] | null {
  if (place === undefined) return null;
  const held: (bigint | null)[] = [];
  for (const [index, chunk] of chunksOf(reads).entries()) {
    const result = results[place + index];
    const read =
      result === undefined || result.ok ? null : readProbe(result.returned, chunk.length);
    if (read === null) return null;
    held.push(...read);
  }
  return held;
}

function lossOf(
  guard: Guard,
  before: readonly (bigint | null)[] | null,
  after: readonly (bigint | null)[] | null,
): string | null {
  const declared = forbiddenCall(guard) ?? declaredTooMuch(guard);
  if (declared !== null) return declared;
  if (before === null || after === null) return unseen;
  for (const [index, read] of guard.reads.entries()) {
    const [had, has] = [before[index] ?? null, after[index] ?? null];
    // A token that answers neither time is not deployed on this chain.
    if (had === null && has === null) continue;
    if (had === null || has === null) return unseen;
    const wrong =
      read.spender === undefined
        ? takenOf(guard, read, had - has)
        : allowedBy(guard, read, read.spender, had, has);
    if (wrong !== null) return wrong;
  }
  return null;
}

/**
 * Rights that no balance shows: our account grants one on a token, on Permit2 or on itself, to an
 * address that no read covers.
 */
function forbiddenCall({ calls, own, tokens }: Guard): string | null {
  for (const { to, data, value } of calls) {
    if (to === permit2Address) return "the rail's calls would call Permit2";
    if (own.includes(to)) return "the rail's calls would call our own account";
    if (tokens.includes(to) && (value !== 0n || !(moveShape.test(data) || isOfOthers(data, own))))
      return `the rail's calls would call ${to}, a token, for more than an approval or a transfer`;
  }
  return null;
}

/** An EIP-3009 authorization signed by another account moves only that account's money. */
function isOfOthers(data: Hex, own: readonly Address[]): boolean {
  const from = authorizingAccount(data);
  return from !== null && !own.includes(evmAddress(from));
}

function declaredTooMuch({ moves, brought }: Guard): string | null {
  if (brought === undefined) return null;
  for (const [token, units] of moves.units) {
    const most = token === brought.token ? brought.units : 0n;
    if (units > most)
      return `the rail's calls declare ${units} of ${token}, and the route brought ${most}`;
  }
  return null;
}

function takenOf(
  { account, moves }: Guard,
  { token, owner }: HoldingRead,
  taken: bigint,
): string | null {
  const declared =
    owner !== account ? 0n : token === null ? moves.coin : (moves.units.get(token) ?? 0n);
  return taken > declared
    ? `the rail's calls would take ${taken} of ${token ?? 'the coin'} from our accounts, and declare ${declared}`
    : null;
}

function allowedBy(
  { moves }: Guard,
  { token }: HoldingRead,
  spender: Address,
  had: bigint,
  has: bigint,
): string | null {
  const typed = moves.approvals.findLast((one) => one.token === token && one.spender === spender);
  return has > (typed?.units ?? had)
    ? `the rail's calls would leave an allowance for ${has} of ${token} behind`
    : null;
}

/** What calls declare that they take from their account. */
interface DeclaredMoves {
  readonly coin: bigint;
  /** The sum of approvals and transfers, by listed token. */
  readonly units: ReadonlyMap<Address, bigint>;
  readonly approvals: readonly {
    readonly token: Address;
    readonly spender: Address;
    readonly units: bigint;
  }[];
}

const moveShape = /^0x(095ea7b3|a9059cbb)0{24}([0-9a-fA-F]{40})([0-9a-fA-F]{64})$/;
const approveSelector = '095ea7b3';

/** Reads exact approvals and plain transfers of listed tokens. Other calldata declares nothing. */
function declaredMoves(calls: readonly ExecutorCall[], tokens: readonly Address[]): DeclaredMoves {
  const units = new Map<Address, bigint>();
  const approvals: DeclaredMoves['approvals'][number][] = [];
  for (const { to: token, data } of calls) {
    const [, selector, party, amount] = moveShape.exec(data) ?? [];
    if (party === undefined || amount === undefined || !tokens.includes(token)) continue;
    const moved = BigInt(`0x${amount}`);
    units.set(token, (units.get(token) ?? 0n) + moved);
    if (selector === approveSelector)
      approvals.push({ token, spender: evmAddress(`0x${party}`), units: moved });
  }
  return { coin: calls.reduce((sum, { value }) => sum + value, 0n), units, approvals };
}
