import {
  type Address,
  answer,
  asUnits,
  type ChainRef,
  evmAddress,
  type Hex,
  type RailOutcome,
  type Recall,
  refuse,
} from '@interline/plugins';
import { z } from 'zod';
import { engineFault } from '../../wire/engine-fault.ts';
import { txHash } from '../../wire/fields.ts';
import { address, bool, readArguments, uint256, uint32 } from '../../wire/read-calldata.ts';
import type { RecallView, UpstreamRecall } from '../upstream.ts';
import { cancelCalldata, type DlnOrder, keptOrder, orderIdOf } from './order.ts';

const ref = z.object({
  orderId: txHash,
  source: z.string().transform(evmAddress),
  order: keptOrder,
});

/**
 * An order that no taker fills never ends by itself. Its authority on the destination, our spender,
 * cancels it there with a message to the source, where everything that was given returns to the
 * payer. Only the two contracts are asked first, never the engine: a cancel is paid for only while
 * the source holds the money and the destination has neither a fill nor a cancel.
 */
export const debridgeRecall: UpstreamRecall = {
  // DlnDestination, the same on all its EVM chains.
  at: evmAddress('0xe7351fd770a37282b91d153ee690b63579d6dd7f'),
  async call(written, view): Promise<RailOutcome<Recall>> {
    const read = ref.safeParse(written);
    if (!read.success || orderIdOf(read.data.order) !== read.data.orderId)
      throw engineFault('debridge', 'recall', 'this ref is not of an order of debridge');
    const { orderId, source, order } = read.data;
    const [given, taken] = await Promise.all([
      stateOf(view, view.from, source, giveOrders, orderId),
      stateOf(view, view.to, view.at, takeOrders, orderId),
    ]);
    if (taken !== 0n) return refuse('WRONG_STATE', takenWords[Number(taken)] ?? takenWords[0]);
    if (given !== created)
      return refuse('WRONG_STATE', 'the contract of the source chain holds no such order');
    return cancelOf(order, view);
  },
};

const giveOrders = '0xb2a453f8';
const takeOrders = '0x5b2f30e9';
/** A created order: the source contract has its money. */
const created = 1n;

const takenWords = [
  'the order stands otherwise on its destination than is known here',
  'the order is filled',
  'the order is filled',
  'the order is cancelled already',
] as const;

/** The order's state there: the first word of its record. */
async function stateOf(
  view: RecallView,
  chain: ChainRef,
  to: Address,
  selector: Hex,
  orderId: Hex,
): Promise<bigint> {
  return valueOf(await view.read(chain, to, `${selector}${orderId.slice(2)}`), uint256);
}

const deBridgeGate: Hex = '0xca777fbf';
const globalFixedNativeFee: Hex = '0x35087f0a';
const globalTransferFeeBps: Hex = '0x5c837198';
const getChainToConfig: Hex = '0x7796656c';

const chainConfig = { fixedNativeFee: uint256, isSupported: bool, transferFeeBps: uint32 };
const wholeBps = 10_000n;

/** Gas of the keepers' claim on the source, plus half as much again, since its price changes. */
const claimGas = 600_000n;
/** The gate truncates a keeper's reward to a multiple of this. */
const rewardStep = 10n ** 10n;

/**
 * The gate deducts its message fee and then its share of the rest. What is left must be the reward
 * of the keeper that executes it on the source. A message without a reward stays there until
 * someone executes it for nothing.
 */
async function cancelOf(order: DlnOrder, view: RecallView): Promise<RailOutcome<Recall>> {
  const gate = valueOf(await view.read(view.to, view.at, deBridgeGate), address);
  const toSource: Hex = `${getChainToConfig}${order.giveChainId.toString(16).padStart(64, '0')}`;
  const [globalFee, globalBps, config, reward] = await Promise.all([
    view.read(view.to, gate, globalFixedNativeFee),
    view.read(view.to, gate, globalTransferFeeBps),
    view.read(view.to, gate, toSource),
    view.coinFor(claimGas),
  ]);
  if (!reward.ok) return reward;
  const own = config === null ? null : readArguments(chainConfig, `0x00000000${config.slice(2)}`);
  if (own === null) throw unreadable();
  if (!own.isSupported)
    return refuse('NO_ROUTE', 'the gate takes no message to the source chain now');
  const fee = own.fixedNativeFee === 0n ? valueOf(globalFee, uint256) : own.fixedNativeFee;
  const share = own.transferFeeBps === 0n ? valueOf(globalBps, uint256) : own.transferFeeBps;
  if (share >= wholeBps) throw unreadable();
  const executionFee = ceilOf(reward.value, rewardStep) * rewardStep;
  const value = fee + ceilOf(executionFee * wholeBps, wholeBps - share);
  return answer({
    to: view.at,
    data: cancelCalldata(order, executionFee),
    value: asUnits(value),
  });
}

function ceilOf(units: bigint, by: bigint): bigint {
  return (units + by - 1n) / by;
}

/** The first word of what a view returned. */
function valueOf<T>(
  returned: Hex | null,
  read: (digits: string, at: number, base: number) => T | null,
): T {
  const value = returned === null ? null : read(returned.slice(2), 0, 0);
  if (value === null) throw unreadable();
  return value;
}

function unreadable() {
  return engineFault('debridge', 'recall', 'the contracts of debridge answer another shape');
}
