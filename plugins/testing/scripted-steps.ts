import {
  asAmount,
  evmAddress,
  type JsonObject,
  noUnits,
  type Order,
  type PlanStep,
} from '@interline/kernel';

/** One plan step of each kind, filled from the order; spread it to change a part. */
export const scriptedSteps = {
  track: (ref: JsonObject = { transfer: 'scripted' }): PlanStep & { kind: 'track' } => ({
    kind: 'track',
    ref,
    pollMs: 1_000,
  }),

  awaitDeposit: (order: Order): PlanStep => ({
    kind: 'await-deposit',
    chain: order.lane.from,
    address: '0x3333333333333333333333333333333333333333',
    units: order.amount,
    ref: { deposit: 'scripted' },
  }),

  awaitFunds: (order: Order): PlanStep => ({
    kind: 'await-funds',
    chain: order.lane.to,
    address: '0x4444444444444444444444444444444444444444',
    units: order.amount,
    ref: { funds: 'scripted' },
  }),

  /** A call of an address without code: shaped like a bridge call, and harmless. */
  call: (order: Order): PlanStep & { kind: 'call' } => ({
    kind: 'call',
    chain: order.lane.from,
    to: evmAddress('0x5555555555555555555555555555555555555555'),
    data: '0x',
    value: noUnits,
    handsOver: true,
  }),

  reserve: (order: Order, units: bigint): PlanStep => ({
    kind: 'reserve',
    token: order.to,
    units: asAmount(units),
  }),

  payout: (order: Order, units: bigint): PlanStep => ({
    kind: 'payout',
    token: order.to,
    to: order.recipient,
    units: asAmount(units),
  }),
} as const;
