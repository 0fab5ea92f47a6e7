import {
  answer,
  asUnits,
  evmAddress,
  type Hex,
  type JsonObject,
  type RailOutcome,
  refuse,
  type Units,
} from '@interline/plugins';
import { arbitrum, base } from '@interline/plugins/testing';
import { expect } from 'chai';
import { contractOf } from '../../testing/contract.ts';
import { faultAsRefusal } from '../../testing/fault-as-refusal.ts';
import { testAsk } from '../../testing/test-ask.ts';
import { readOrderCalldata } from './calldata.ts';
import { cancelCalldata, type DlnOrder, keepOrder, orderUnder } from './order.ts';
import { debridgeRecall } from './recall.ts';
import { dlnSource, orderCalldata, orderId } from './testing/debridge-bodies.ts';

const gate = evmAddress(`0x${'9a'.repeat(20)}`);
const there = evmAddress(`0x${'de'.repeat(20)}`);
const views = contractOf(
  'function giveOrders(bytes32)',
  'function takeOrders(bytes32)',
  'function deBridgeGate()',
  'function globalFixedNativeFee()',
  'function globalTransferFeeBps()',
  'function getChainToConfig(uint256)',
);

describe('a recall of a deBridge order', () => {
  it('cancels it by its authority, for the fee of the message and the reward of the keeper', async () => {
    // 0.001 of coin, then 10 bps of the rest; 2 * 10^14 is left for the keeper.
    const executionFee = 200_000_000_000_000n;
    const value = 1_000_000_000_000_000n + 200_200_200_200_201n;

    expect(await recalled({})).to.deep.equal(
      answer({ to: there, data: cancelCalldata(order(), executionFee), value: asUnits(value) }),
    );
  });

  it("pays a chain's own fee where the gate has one, and rounds the reward up to what it keeps", async () => {
    const config = [5_000n, 1n, 0n];
    const outcome = await recalled({ config, bps: 0n, reward: answer(asUnits(1n)) });

    expect(outcome).to.deep.equal(
      answer({
        to: there,
        data: cancelCalldata(order(), 10_000_000_000n),
        value: asUnits(10_000_005_000n),
      }),
    );
  });

  for (const [what, state, reason] of [
    ['filled', { taken: 1n }, 'the order is filled'],
    ['filled and unlocked', { taken: 2n }, 'the order is filled'],
    ['cancelled', { taken: 3n }, 'the order is cancelled already'],
    ['never made', { given: 0n }, 'the contract of the source chain holds no such order'],
    ['given back', { given: 3n }, 'the contract of the source chain holds no such order'],
  ] as const)
    it(`is refused for an order that is ${what}, whatever the engine says of it`, async () => {
      expect(await recalled(state)).to.deep.equal(refuse('WRONG_STATE', reason));
    });

  it('is refused where the gate takes no message, or its coin has no price', async () => {
    expect(await recalled({ config: [0n, 0n, 0n] })).to.deep.equal(
      refuse('NO_ROUTE', 'the gate takes no message to the source chain now'),
    );
    const reward = refuse('NO_ROUTE', 'the coin has no price');
    expect(await recalled({ reward })).to.deep.equal(reward);
  });

  for (const [what, ref] of [
    ['without an order', { orderId }],
    ['of another order than its id', { orderId: `0x${'8c21'.repeat(16)}` }],
  ] as const)
    it(`is a fault for a ref ${what}`, async () => {
      const written: JsonObject =
        what === 'without an order'
          ? ref
          : { source: dlnSource, order: keepOrder(order()), ...ref };

      expect(await recalled({}, written)).to.deep.equal(
        refuse('RAIL_FAULT', 'this ref is not of an order of debridge'),
      );
    });

  it('is a fault where the contracts are others', async () => {
    expect(await recalled({ isElsewhere: true })).to.deep.equal(
      refuse('RAIL_FAULT', 'the contracts of debridge answer another shape'),
    );
  });
});

interface Chains {
  readonly given?: bigint;
  readonly taken?: bigint;
  readonly config?: readonly bigint[];
  readonly bps?: bigint;
  readonly reward?: RailOutcome<Units>;
  readonly isElsewhere?: boolean;
}

function recalled(
  {
    given = 1n,
    taken = 0n,
    config = [0n, 1n, 0n],
    bps = 10n,
    reward = answer(asUnits(200_000_000_000_000n)),
    isElsewhere = false,
  }: Chains,
  ref: JsonObject = { orderId, source: dlnSource, order: keepOrder(order()) },
) {
  const returned = new Map<string, readonly bigint[]>([
    [key(base, dlnSource, views.encode('giveOrders', [orderId])), [given, 0n, 0n]],
    [key(arbitrum, there, views.encode('takeOrders', [orderId])), [taken, 0n, 0n, 0n]],
    [key(arbitrum, there, views.encode('deBridgeGate', [])), [BigInt(gate)]],
    [key(arbitrum, gate, views.encode('globalFixedNativeFee', [])), [1_000_000_000_000_000n]],
    [key(arbitrum, gate, views.encode('globalTransferFeeBps', [])), [bps]],
    [key(arbitrum, gate, views.encode('getChainToConfig', [8453n])), config],
  ]);
  return faultAsRefusal(() =>
    debridgeRecall.call(ref, {
      from: base,
      to: arbitrum,
      at: there,
      read: async (chain, to, data) => {
        const words = isElsewhere ? undefined : returned.get(key(chain, to, data));
        return words === undefined ? null : wordsOf(words);
      },
      coinFor: async () => reward,
    }),
  );
}

function key(...parts: readonly string[]): string {
  return parts.join(' ');
}

function wordsOf(words: readonly bigint[]): Hex {
  return `0x${words.map((one) => one.toString(16).padStart(64, '0')).join('')}`;
}

function order(): DlnOrder {
  const read = readOrderCalldata(orderCalldata());
  const made = read.kind === 'order' ? orderUnder(orderId, read, testAsk(), null) : null;
  if (made === null) throw new Error('the order cannot be read');
  return made;
}
