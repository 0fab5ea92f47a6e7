import {
  type EvmAddress,
  evmAddress,
  isNative,
  type Order,
  permit2Address,
  type Plan,
  type PlanStep,
} from '@interline/kernel';
import type { GuardHost } from './guard-host.ts';
import { isTokenCall } from './token-selectors.ts';

type CallStep = Extract<PlanStep, { kind: 'call' }>;

/** Of the order's own money: what a call may take, and the contract or account that may take it. */
interface Taking {
  readonly by: EvmAddress;
  readonly units: bigint;
}

const zeroAddress = `0x${'0'.repeat(40)}`;

/**
 * What a plan's calls get wrong, or null. They run from the account that holds all payers' money in
 * transit, so each of them may take the order's own amount at most, in one of two forms: an exact
 * approval, or a plain transfer of the order's token.
 */
export function callViolation(
  { pullTo, steps }: Plan,
  order: Order,
  host: GuardHost,
): string | null {
  let taken = 0n;
  for (const step of steps.filter((one) => one.kind === 'call')) {
    if (step.chain !== order.lane.from && step.chain !== order.lane.to)
      return `it calls on ${step.chain}, which is no end of the lane`;
    const transfer = plainTransfer(step, order);
    const target = transfer === null ? whose(step.to, step, order, host) : null;
    if (target !== null) return `it calls ${target}`;
    if (transfer === null && isTokenCall(step.data))
      return "its call moves or approves tokens other than by its typed approval or a plain transfer of the order's token";
    if (step.approve !== undefined && !isOfTheOrder(step, step.approve.token, order))
      return "it approves another token than the order's own";
    const taking = transfer ?? takingOf(step);
    const taker = taking === null ? null : whose(taking.by, step, order, host);
    if (taker !== null) return `it gives the order's money to ${taker}`;
    if (!step.handsOver && (taking !== null || step.valueWei > 0n))
      return 'it gives money away in a call that hands nothing over';
    if (taking !== null && pullTo !== 'spender')
      return `it gives the order's money from the spender account, and pulls to ${pullTo}`;
    taken += taking?.units ?? 0n;
    if (taken > order.amount)
      return `${transfer === null ? 'it approves' : 'it transfers'} ${taken}, above the order's ${order.amount}`;
  }
  return null;
}

/** All of the order's own token that a plan's calls may take. */
export function takenUnits({ steps }: Plan, order: Order): bigint {
  const calls = steps.filter((one) => one.kind === 'call');
  return calls.reduce(
    (sum, step) => sum + ((plainTransfer(step, order) ?? takingOf(step))?.units ?? 0n),
    0n,
  );
}

function takingOf({ approve }: CallStep): Taking | null {
  return approve === undefined ? null : { by: approve.spender, units: approve.units };
}

const transferShape = /^0xa9059cbb0{24}([0-9a-fA-F]{40})([0-9a-fA-F]{64})$/;

/**
 * A transfer of the order's token and nothing else, to the byte: how rails hand over that make an
 * address for each deposit.
 */
function plainTransfer(step: CallStep, order: Order): Taking | null {
  const [, to, units] = transferShape.exec(step.data) ?? [];
  if (to === undefined || units === undefined || step.approve !== undefined || step.valueWei !== 0n)
    return null;
  return isOfTheOrder(step, step.to, order)
    ? { by: evmAddress(`0x${to}`), units: BigInt(`0x${units}`) }
    : null;
}

function isOfTheOrder({ chain }: CallStep, token: EvmAddress, { lane, from }: Order): boolean {
  return chain === lane.from && token === from.address;
}

/** Who an address is that no rail has any business with, or null. */
function whose(
  address: EvmAddress,
  { chain }: CallStep,
  { from, to }: Order,
  { tokens, own }: GuardHost,
): string | null {
  if (address === zeroAddress) return 'the zero address';
  if (address === permit2Address) return 'Permit2';
  if (own.includes(address)) return 'an account of the relayer';
  const listed = [...tokens.on(chain), from, to].filter(
    (token) => token.chain === chain && !isNative(token),
  );
  return listed.some((token) => token.address === address) ? 'a token' : null;
}
