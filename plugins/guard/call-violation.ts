import {
  type EvmAddress,
  evmAddress,
  type Hex,
  isNative,
  type Order,
  permit2Address,
  type Plan,
  type PlanStep,
} from '@interline/kernel';
import type { GuardHost } from './guard-settings.ts';

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

/**
 * Functions that move, or let somebody move, what their caller holds in the contract that is
 * called.
 */
const tokenSelectors: Readonly<Record<string, string>> = {
  '0xa9059cbb': 'transfer(address,uint256)',
  '0x23b872dd': 'transferFrom(address,address,uint256)',
  '0x095ea7b3': 'approve(address,uint256)',
  '0x39509351': 'increaseAllowance(address,uint256)',
  '0xd73dd623': 'increaseApproval(address,uint256)',
  '0xd505accf': 'permit, EIP-2612',
  '0x9fd5a6cf': 'permit, EIP-2612 with whole bytes',
  '0x8fcbaf0c': 'permit, DAI',
  '0xe3ee160e': 'transferWithAuthorization, EIP-3009',
  '0xef55bec6': 'receiveWithAuthorization, EIP-3009',
  '0x4000aea0': 'transferAndCall(address,uint256,bytes)',
  '0x1296ee62': 'transferAndCall(address,uint256)',
  '0xd8fbe994': 'transferFromAndCall(address,address,uint256)',
  '0xc1d34b89': 'transferFromAndCall(address,address,uint256,bytes)',
  '0xcae9ca51': 'approveAndCall(address,uint256,bytes)',
  '0x3177029f': 'approveAndCall(address,uint256)',
  '0x9bd9bbc6': 'send(address,uint256,bytes), ERC-777',
  '0x62ad1b83': 'operatorSend, ERC-777',
  '0x959b8c3f': 'authorizeOperator(address), ERC-777',
  '0x87517c45': 'approve, Permit2',
  '0x36c78516': 'transferFrom, Permit2',
  '0x0d58b1db': 'transferFrom of several, Permit2',
  '0x2b67b570': 'permit, Permit2',
  '0x2a2d80d1': 'permit of several, Permit2',
  '0x30f28b7a': 'permitTransferFrom, Permit2',
  '0xedd9444b': 'permitTransferFrom of several, Permit2',
  '0x137c29fe': 'permitWitnessTransferFrom, Permit2',
  '0xfe8ec1a7': 'permitWitnessTransferFrom of several, Permit2',
  '0xa22cb465': 'setApprovalForAll(address,bool)',
  '0x42842e0e': 'safeTransferFrom(address,address,uint256)',
  '0xb88d4fde': 'safeTransferFrom(address,address,uint256,bytes)',
  '0xf242432a': 'safeTransferFrom, ERC-1155',
  '0x2eb2c2d6': 'safeBatchTransferFrom, ERC-1155',
};

/**
 * Whether calldata starts like a call on a token or on Permit2, wherever it is sent: a token that
 * is not listed may stand there.
 */
function isTokenCall(data: Hex): boolean {
  return Object.hasOwn(tokenSelectors, data.slice(0, 10).toLowerCase());
}
