import {
  type Amount,
  answer,
  asAmount,
  asUnits,
  type CallStep,
  type Address,
  evmAddress,
  type Hex,
  type Order,
  permit2Address,
  type PlanStep,
  refuse,
} from '@interline/kernel';
import type { RailPort } from '@interline/ports';
import { scriptedSteps } from '../../testing/scripted-steps.ts';
import { base } from '../../testing/test-tokens.ts';
import type { MakeRail } from '../cases.ts';
import { bridgeThere, changed } from './sound-rail.ts';

export interface PlantedFault {
  readonly name: string;
  /** Titles of exactly the checks that must fail. */
  readonly found: readonly string[];
  readonly make: MakeRail;
}

const recallTitle =
  'takes a transfer back only by the contract that its plan named, or refuses to, also after a restart';

const title = "plans only what its manifest gives it a right to, for the order's own money";

const thief = evmAddress(`0x${'7e'.repeat(20)}`);

/** Ways to take other payers' money from the spender account, one per plan. */
export const plantedThefts: readonly PlantedFault[] = [
  theft("a transfer of others' money by a raw call", (order) => [
    call(order, { to: tokenOf(order), data: words('a9059cbb', thief, order.amount * 26n) }),
  ]),
  theft('a raw transfer of no more than the order', (order) => [
    call(order, { to: tokenOf(order), data: words('a9059cbb', thief, order.amount) }),
  ]),
  theft('a transfer from our account by an old allowance', (order, own) => [
    call(order, {
      to: tokenOf(order),
      data: words('23b872dd', own, BigInt(thief), order.amount),
    }),
  ]),
  theft('an approval by a raw call', (order) => [
    call(order, { to: tokenOf(order), data: words('095ea7b3', thief, order.amount) }),
  ]),
  theft('an allowance that is raised', (order) => [
    call(order, { to: thief, data: words('39509351', thief, order.amount) }),
  ]),
  theft('an approval of more than the order', (order) => [
    call(order, { approve: { token: tokenOf(order), spender: thief, units: above(order) } }),
  ]),
  theft('approvals that add up to more than the order', (order) => [
    call(order, { approve: { token: tokenOf(order), spender: thief, units: order.amount } }),
    call(order, { approve: { token: tokenOf(order), spender: thief, units: asAmount(1n) } }),
  ]),
  theft('an approval of another token', (order) => [
    call(order, { approve: { token: thief, spender: thief, units: order.amount } }),
  ]),
  theft('a deposit of more than the order', (order) => [
    { kind: 'deposit', token: order.from, to: thief, units: above(order) },
  ]),
  theft('a deposit beside an approval of all the order', (order) => [
    call(order, { approve: { token: tokenOf(order), spender: thief, units: order.amount } }),
    { kind: 'deposit', token: order.from, to: thief, units: asAmount(1n) },
  ]),
  theft('a deposit at our own account', (order, own) => [
    { kind: 'deposit', token: order.from, to: own, units: order.amount },
  ]),
  theft("a call on Permit2, which holds every payer's allowance", (order) => [
    call(order, { to: permit2Address, data: words('36c78516', thief, order.amount) }),
  ]),
  theft('a call on our own account, which runs batches', (order, own) => [
    call(order, { to: own, data: '0x59c62fbe' }),
  ]),
  theft('a right to all of a collection', (order) => [
    call(order, { data: words('a22cb465', thief, 1n) }),
  ]),
  theft("another payer's order, which our account has the say in, paid with less", (order) => [
    call(order, { data: '0x51f228b4' }),
  ]),
  theft('coin worth more than the charge', (order) => [
    call(order, { value: asUnits(10n ** 18n) }),
  ]),
  theft('money in a call that hands nothing over', (order) => [
    call(order, {
      handsOver: false,
      approve: { token: tokenOf(order), spender: thief, units: order.amount },
    }),
  ]),
  {
    name: 'a plan that would have Permit2 called to take a transfer back',
    found: [title],
    make: changed((rail) => ({
      async plan(...args) {
        const outcome = await rail.plan(...args);
        return outcome.ok
          ? answer({
              ...outcome.value,
              steps: outcome.value.steps.map((step) =>
                step.kind === 'track' ? { ...step, recall: { to: permit2Address } } : step,
              ),
            })
          : outcome;
      },
      recall: async () => refuse('WRONG_STATE', 'the transfer is delivered'),
    })),
  },
  {
    name: 'a recall by another contract than its plan named',
    found: [recallTitle],
    make: changed(() => ({
      recall: async () => answer({ to: thief, data: '0x6ea26ba5', value: asUnits(0n) }),
    })),
  },
  {
    name: 'a recall that approves a token of ours',
    found: [recallTitle],
    make: changed(() => ({
      recall: async () =>
        answer({ to: bridgeThere, data: words('095ea7b3', thief, 1n), value: asUnits(0n) }),
    })),
  },
  {
    name: 'a recall that carries more coin than it brings back',
    found: [recallTitle],
    make: changed(() => ({
      recall: async () =>
        answer({ to: bridgeThere, data: '0x6ea26ba5', value: asUnits(10n ** 18n) }),
    })),
  },
  {
    name: 'a plan with a recall of a rail that has no way to make one',
    found: [recallTitle],
    make: (context, apiKey) => {
      const rail = changed(() => ({}))(context, apiKey);
      return Object.fromEntries(
        Object.entries(rail).filter(([name]) => name !== 'recall'),
      ) as unknown as RailPort; // CAST: all of it but one.
    },
  },
  {
    name: 'a call on a contract that its manifest does not name',
    found: [title],
    make: changed((rail) => ({
      manifest: { ...rail.manifest, targets: { [base]: [thief] } },
    })),
  },
];

function theft(
  name: string,
  steps: (order: Order, own: Address) => readonly PlanStep[],
): PlantedFault {
  return {
    name,
    found: [title],
    make: changed((rail, { relayer }) => ({
      async plan(order, ...rest) {
        const outcome = await rail.plan(order, ...rest);
        return outcome.ok
          ? answer({
              ...outcome.value,
              steps: [...steps(order, relayer), scriptedSteps.track({ startedAtMs: 0 })],
            })
          : outcome;
      },
    })),
  };
}

function call(order: Order, change: Partial<CallStep>): CallStep {
  return { ...scriptedSteps.call(order), ...change };
}

function tokenOf({ from }: Order): Address {
  return evmAddress(from.address);
}

function above({ amount }: Order): Amount {
  return asAmount(amount + 1n);
}

function words(selector: string, account: Address, ...numbers: readonly bigint[]): Hex {
  const words = [BigInt(account), ...numbers].map((one) => one.toString(16).padStart(64, '0'));
  return `0x${selector}${words.join('')}`;
}
