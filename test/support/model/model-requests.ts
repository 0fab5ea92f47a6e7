import {
  type AccountRole,
  answer,
  type Address,
  type ExpectedTransfer,
  type Hex,
  permitKeyText,
  type PullUnderWay,
  type RailOutcome,
  refuse,
  type SignedPermit,
  type TxFields,
} from '@interline/kernel';
import type { Bump, Prepared, TransactionRequest } from '@interline/ports';
import { accounts, modelToken } from './model-accounts.ts';
import type { ModelChain } from './model-chain.ts';
import type { NodeView } from './model-node.ts';
import { type Nodes, readerOf } from './model-reading.ts';
import type { ModelAction } from './model-tx.ts';

/** The most that is offered for gas on a chain where it has a price, in wei. */
const feeCap = 400n;
const usualTip = 1n;
const gasLimit = 100_000n;

interface Scene {
  readonly chain: ModelChain;
  readonly nodes: Nodes;
}

/** Simulates by the node that is read, as it is now. Throws `CHAIN_UNREACHABLE`. */
export function prepareBy(
  { chain, nodes }: Scene,
  intent: TransactionRequest,
): RailOutcome<readonly Prepared[]> {
  const reader = readerOf(chain.ref, nodes);
  const scene = { chain, nodes, reader };
  switch (intent.kind) {
    case 'call':
      return prepareCall(scene, intent);
    case 'revoke':
      return answer([prepared(scene, 'approve', 'spender', approves, null)]);
    case 'noop':
      return answer([prepared(scene, 'noop', intent.role, { kind: 'noop' }, null)]);
    case 'pull':
      return preparePull(scene, intent.permit, accounts[intent.to], intent.underWay);
    case 'payout': {
      const from = accounts[intent.role];
      if (held(reader, from) < intent.units)
        return refuse('SIMULATION_FAILED', 'our account holds too little');
      if (chain.refused.has(from) || chain.refused.has(intent.to))
        return refuse('SIMULATION_FAILED', 'the recipient refuses');
      if (chain.burning.has(intent.to))
        return refuse('GAS_CEILING', `the ${intent.purpose} would take 10421023 gas`);
      return answer([
        prepared(
          scene,
          intent.purpose,
          intent.role,
          { kind: 'transfer', to: intent.to, units: intent.units },
          { token: intent.token, from, to: intent.to, units: intent.units },
        ),
      ]);
    }
  }
}

/** What a replacement offers; null at the cap. */
export function bumpBy(
  { chain, nodes }: Scene,
  { tx }: { readonly tx: TxFields },
  caps: { readonly ownFeeRateCap: bigint | null; readonly feeRateCap: bigint },
): Bump {
  const offered = tx.maxFeeRate;
  const ofChain = chain.isPriced ? feeCap : caps.feeRateCap;
  const feeRateCap = most(caps.ownFeeRateCap ?? 0n, ofChain);
  const dearer = chain.isPriced
    ? dearerOf(tx, feesBy(chain, nodes))
    : { ...tx, maxFeeRate: 2n * offered };
  if (dearer.maxFeeRate <= feeRateCap) return { kind: 'dearer', tx: dearer };
  const needed = chain.baseFee;
  return offered < needed
    ? { kind: 'capped', offered, needed, feeRateCap }
    : { kind: 'enough', feeRateCap };
}

function dearerOf(tx: TxFields, market: Pick<TxFields, 'maxFeeRate' | 'tip'>): TxFields {
  return {
    ...tx,
    maxFeeRate: most(raised(tx.maxFeeRate), market.maxFeeRate),
    tip: most(raised(tx.tip), market.tip),
  };
}

/** By an eighth, and one more so that zero moves too. */
function raised(fee: bigint): bigint {
  return (fee * 9n + 7n) / 8n + 1n;
}

function most(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

/**
 * Includable while the base fee doubles, within the cap; the tip is the lower of the two in the
 * middle and never above the base fee, so that no single node raises it.
 */
function feesBy(chain: ModelChain, nodes: Nodes): Pick<TxFields, 'maxFeeRate' | 'tip'> {
  if (!chain.isPriced) return { maxFeeRate: 10n, tip: 1n };
  const told = nodes
    .filter((one) => !one.node.isSilent)
    .map((one) => one.node.tip ?? usualTip)
    .toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const tip = told[Math.floor((told.length - 1) / 2)] ?? usualTip;
  const bounded = tip > chain.baseFee ? most(chain.baseFee, usualTip) : tip;
  const wanted = 2n * chain.baseFee + bounded;
  const maxFeeRate = wanted < feeCap ? wanted : feeCap;
  return {
    maxFeeRate,
    tip: bounded < maxFeeRate ? bounded : maxFeeRate,
  };
}

/**
 * An allowance is not counted: what an approval does is that the call behind it takes the units.
 */
const approves: ModelAction = { kind: 'approve' };

interface Read extends Scene {
  readonly reader: NodeView;
}

function held(reader: NodeView, owner: string): bigint {
  return reader.latest('balances').balances.get(owner) ?? 0n;
}

/**
 * One that takes what its approval allows, to the address it calls; it reverts while that is
 * refused. Without an approval it moves nothing.
 */
function prepareCall(
  scene: Read,
  { to, data, approve }: Extract<TransactionRequest, { kind: 'call' }>,
): RailOutcome<readonly Prepared[]> {
  if (approve === undefined)
    return scene.chain.refused.has(to)
      ? refuse('SIMULATION_FAILED', 'the call would revert')
      : answer([prepared(scene, 'call', 'spender', { kind: 'touch', to, data }, null)]);
  return answer([
    prepared(scene, 'approve', 'spender', approves, null),
    prepared(
      scene,
      'call',
      'spender',
      { kind: 'transfer', to, units: approve.units, call: { to, data } },
      null,
    ),
  ]);
}

function preparePull(
  scene: Read,
  permit: SignedPermit,
  to: Address,
  underWay: readonly PullUnderWay[],
): RailOutcome<readonly Prepared[]> {
  const { chain, reader } = scene;
  const key = permitKeyText(permit);
  const left = held(reader, permit.owner) - permit.units;
  const { spentPermits } = reader.latest('balances');
  const promised = underWay
    .filter(({ nonce }) => !spentPermits.has(permitKeyText({ ...permit, nonce })))
    .reduce((sum, { units }) => sum + units, 0n);
  if (spentPermits.has(key) || chain.refused.has(permit.owner) || left < promised)
    return refuse('SIMULATION_FAILED', 'the pull would revert');
  if (chain.burning.has(permit.owner))
    return refuse('GAS_CEILING', 'the pull would take 10457119 gas');
  const action: ModelAction = {
    kind: 'pull',
    permit: key,
    owner: permit.owner,
    to,
    units: permit.units,
    deadlineSec: Number(permit.deadline),
  };
  return answer([
    prepared(scene, 'pull', 'spender', action, {
      token: permit.token,
      from: permit.owner,
      to,
      units: permit.units,
    }),
  ]);
}

function prepared(
  { chain, nodes, reader }: Read,
  purpose: Prepared['purpose'],
  role: AccountRole,
  action: ModelAction,
  expects: ExpectedTransfer | null,
): Prepared {
  return {
    purpose,
    chain: chain.ref,
    role,
    account: accounts[role],
    tx: {
      to: action.kind === 'noop' ? accounts[role] : modelToken,
      data: dataOf(action),
      value: 0n,
      gasLimit,
      ...feesBy(chain, nodes),
    },
    expects,
    block: reader.head.number,
    slotsTaken: reader.pendingNonce(accounts[role]),
  };
}

export function dataOf(action: ModelAction): Hex {
  return `0x${Buffer.from(JSON.stringify(action, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))).toString('hex')}`;
}

/** What a transaction of the model's custody does, by its calldata. */
export function actionIn(data: string): ModelAction {
  const text = Buffer.from(data.slice(2), 'hex').toString();
  // CAST: written by `dataOf`.
  return JSON.parse(text, (_key, value: unknown) =>
    typeof value === 'string' && /^[0-9]+n$/.test(value) ? BigInt(value.slice(0, -1)) : value,
  ) as ModelAction;
}
