import {
  callOf,
  type CallStep,
  type DepositStep,
  type Address,
  type Hex,
  isNative,
  type Order,
  permit2Address,
  type Plan,
} from '@interline/kernel';
import type { GuardHost } from './guard-settings.ts';

/** What a step may take of the order's own money, and the contract or account that may take it. */
interface Taking {
  readonly by: Address;
  readonly units: bigint;
}

/** A step that makes a transaction from the account that holds all payers' money in transit. */
type SpenderStep = CallStep | DepositStep;

const zeroAddress = `0x${'0'.repeat(40)}`;

/**
 * What is wrong with a plan's calls and deposits, or null. Together they may take at most the
 * order's own amount, in one of two typed forms: an exact approval before a call, or a deposit. The
 * calldata is the rail's own business, so tokens, Permit2 and our own accounts are never called.
 */
export function callViolation(
  { pullTo, steps }: Plan,
  order: Order,
  host: GuardHost,
): string | null {
  let taken = 0n;
  for (const step of steps.filter(isSpenders)) {
    const { chain } = callOf(step);
    if (chain !== order.lane.from && chain !== order.lane.to)
      return `it calls on ${chain}, which is not an end of the lane`;
    const wrong =
      step.kind === 'call' ? wrongCall(step, order, host) : wrongDeposit(step, order, host);
    if (wrong !== null) return wrong;
    const taking = takingOf(step);
    if (taking === null) continue;
    if (pullTo !== 'spender')
      return `it gives the order's money from the spender account, and pulls to ${pullTo}`;
    taken += taking.units;
    if (taken > order.amount)
      return `${step.kind === 'call' ? 'it approves' : 'it deposits'} ${taken}, above the order's ${order.amount}`;
  }
  return null;
}

/** The total of the order's own token that a plan's calls and deposits may take. */
export function takenUnits({ steps }: Pick<Plan, 'steps'>): bigint {
  return steps.filter(isSpenders).reduce((sum, step) => sum + (takingOf(step)?.units ?? 0n), 0n);
}

function isSpenders(step: Plan['steps'][number]): step is SpenderStep {
  return step.kind === 'call' || step.kind === 'deposit';
}

function takingOf(step: SpenderStep): Taking | null {
  if (step.kind === 'deposit') return { by: step.to, units: step.units };
  return step.approve === undefined
    ? null
    : { by: step.approve.spender, units: step.approve.units };
}

/** What is wrong with this call of the contract, or null. */
export function wrongTarget(
  { to, chain, data }: Pick<CallStep, 'to' | 'chain' | 'data'>,
  order: Order,
  host: GuardHost,
): string | null {
  const target = ownName(to, { chain }, order, host);
  if (target !== null) return `it calls ${target}`;
  if (startsIn(tokenSelectors, data))
    return 'its call moves or approves tokens other than by its typed approval or a deposit';
  if (startsIn(patchSelectors, data)) return 'its call changes what an order gives or takes';
  return isAllowed(to, { chain }, host) ? null : `it calls ${to}, which is not one of its targets`;
}

function wrongCall(step: CallStep, order: Order, host: GuardHost): string | null {
  const { chain, approve, handsOver, value } = step;
  const wrong = wrongTarget(step, order, host);
  if (wrong !== null) return wrong;
  if (startsIn(cancelSelectors, step.data))
    return 'its call cancels an order, as only a recall may';
  if (approve === undefined)
    return !handsOver && value > 0n
      ? 'it gives money away in a call that hands nothing over'
      : null;
  if (chain !== order.lane.from || approve.token !== order.from.address)
    return "it approves another token than the order's own";
  const taker = ownName(approve.spender, step, order, host);
  if (taker !== null) return `it gives the order's money to ${taker}`;
  if (!isAllowed(approve.spender, step, host))
    return `it approves ${approve.spender}, which is not one of its targets`;
  return handsOver ? null : 'it gives money away in a call that hands nothing over';
}

/** The address is created for one order, so no list of targets contains it. */
function wrongDeposit(step: DepositStep, order: Order, host: GuardHost): string | null {
  const { token, to } = step;
  if (token.chain !== order.from.chain || token.address !== order.from.address)
    return "it deposits another token than the order's own";
  const taker = ownName(to, token, order, host);
  return taker === null ? null : `it gives the order's money to ${taker}`;
}

function isAllowed(
  address: Address,
  { chain }: Pick<CallStep, 'chain'>,
  { targets }: GuardHost,
): boolean {
  const allowed = targets?.(chain) ?? null;
  return allowed === null || allowed.includes(address);
}

/** A name for an address that rails must not use, or null. */
function ownName(
  address: Address,
  { chain }: Pick<CallStep, 'chain'>,
  { from, to, payer }: Order,
  { tokens, own }: GuardHost,
): string | null {
  if (address === zeroAddress) return 'the zero address';
  if (address === permit2Address) return 'Permit2';
  if (own.includes(address)) return 'an account of the relayer';
  if (address === payer) return 'the payer';
  const listed = [...tokens.on(chain), from, to].filter(
    (token) => token.chain === chain && !isNative(token),
  );
  return listed.some((token) => token.address === address) ? 'a token' : null;
}

/**
 * Functions that move what their caller holds in the called contract, or let another account move
 * it.
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
 * Functions of deBridge's DLN for an order's authority. Our account is the authority of every
 * payer's order, so one order's calldata must not affect another's. They are refused at any
 * address, because its contracts depend on config. From debridge-finance/dln-contracts.
 */
const patchSelectors: Readonly<Record<string, string>> = {
  '0x51f228b4': 'patchOrderTake, on the destination: a taker owes less',
  '0xb5bbf6e1': 'patchOrderGive, on the source: a taker gets more',
  '0x78de8697': 'cancelCall, of the adapter of external calls: what a taker paid goes elsewhere',
};

/** The function that refunds the payer; a rail encodes it when the host requests a recall. */
const cancelSelectors: Readonly<Record<string, string>> = {
  '0xd38d9626': 'sendEvmOrderCancel',
  '0x9327145d': 'sendSolanaOrderCancel',
};

/**
 * Whether calldata starts with one of these selectors, at any address, because the target may be an
 * unlisted token.
 */
function startsIn(selectors: Readonly<Record<string, string>>, data: Hex): boolean {
  return Object.hasOwn(selectors, data.slice(0, 10).toLowerCase());
}
