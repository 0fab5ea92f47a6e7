import type { Console, RouteReceipt, RouteTimeline } from '@interline/client';
import type { Page } from 'playwright-core';

type Deposit = NonNullable<RouteReceipt['deposit']>;

/** A state that a route can be in, as the service would answer, and what the page says of it. */
export interface RouteState {
  readonly name: string;
  readonly whole: string;
  readonly receipt: RouteReceipt;
  readonly steps: RouteTimeline['steps'];
}

const acceptedAt = Date.now() - 95_000;
const hash = (digits: string): string => `0x${digits.repeat(32)}`;
const [pulled, paid, back] = ['a7', 'd3', '5e'].map(hash) as [string, string, string]; // CAST: three of them.

const usual: RouteReceipt = {
  id: '',
  status: 'BRIDGING',
  gasless: true,
  sandbox: false,
  bridge: 'floatlane',
  aggregator: 'floatlane',
  svcFee: '150000',
  bridged: '249850000',
  feeParts: { service: '150000', gas: '0', engine: '0' },
  quoted: { svcFee: '150000', bridged: '249850000' },
  from: {
    ...{ chain: 8453, token: `0x${'aa'.repeat(20)}`, symbol: 'USDC', decimals: 6 },
    ...{ amount: '250000000', address: `0x${'11'.repeat(20)}` },
  },
  to: {
    ...{ chain: 42161, token: `0x${'bb'.repeat(20)}`, symbol: 'USDC', decimals: 6 },
    ...{ recipient: `0x${'11'.repeat(20)}`, estimated: '249850000', min: '249850000' },
    delivered: null,
  },
  srcTx: pulled,
  destTx: null,
  stage: 'SENDING',
  elapsedSec: 95,
  createdAt: acceptedAt,
  updatedAt: acceptedAt + 6_400,
  track: '',
  refundTx: null,
  refusals: [],
};
const arrived = { ...usual.to, delivered: '249850000' };
const done = { status: 'DONE', stage: 'DELIVERED', destTx: paid, elapsedSec: 6.4 } as const;
const failed = {
  status: 'FAILED',
  svcFee: '0',
  bridged: '0',
  elapsedSec: 41,
  updatedAt: acceptedAt + 41_000,
} as const;
const nothingKept = { service: '0', gas: '0' };
const going = { svcFee: '0', bridged: '0', feeParts: nothingKept } as const;
const blocked = {
  error: 'The refund cannot be delivered: the token refuses its transfer to the payer.',
  owed: '250000000',
  suggestedAction:
    "Where the token blocks the payer's address, have that lifted: the refund is tried again by itself. Else tell the service's operator this id, who can send it to another address.",
} as const;

const step = (
  what: RouteTimeline['steps'][number]['what'],
  change: Partial<RouteTimeline['steps'][number]> = {},
): RouteTimeline['steps'][number] => ({
  ...{ what, chain: 8453, tx: pulled, state: 'mined' },
  ...{ begunAt: acceptedAt, sentAt: acceptedAt + 300, block: 21_406_112, sends: 1, reorgs: 0 },
  ...change,
});
const payout = { chain: 42161, begunAt: acceptedAt + 4_200, sentAt: acceptedAt + 4_400 } as const;
const takenIn = [step('allowance'), step('pull')];
const paidOut = step('payout', { ...payout, tx: paid, block: 268_940_377 });
const refunding = { begunAt: acceptedAt + 38_000, sentAt: acceptedAt + 38_200, tx: back } as const;

const deposit: Deposit = {
  ...{
    chain: 'bitcoin',
    address: 'bcrt1q5n2k3frgpxces3dsw4qfpqk4kksv0cz96pldxdwxrrw0d5ud5hcqzzx7zt',
  },
  ...{ amount: '100000', confirmations: 2, refundAddress: null, seen: [], refunds: [] },
  uri: 'bitcoin:bcrt1q5n2k3frgpxces3dsw4qfpqk4kksv0cz96pldxdwxrrw0d5ud5hcqzzx7zt?amount=0.001',
  ...{ lockedUntil: acceptedAt + 900_000, expiresAt: acceptedAt + 86_400_000 },
  total: { parts: 0, amount: '0', missing: '100000', confirmations: 0 },
};
const paidInBtc: Partial<RouteReceipt> = {
  ...{ gasless: false, bridge: 'bitcoin', aggregator: 'bitcoin', srcTx: null },
  ...{ svcFee: '80', bridged: '99920', quoted: { svcFee: '80', bridged: '99920' } },
  feeParts: { service: '80', gas: '0' },
  from: {
    ...{ chain: 'bitcoin', token: 'native', symbol: 'BTC', decimals: 8 },
    ...{ amount: '100000', address: null },
  },
  to: { ...usual.to, estimated: '59695935', min: '59098974' },
};
const part = { tx: 'c4'.repeat(32), amount: '60000', confirmations: 1 };

const states: readonly {
  readonly name: string;
  readonly whole: string;
  readonly change: Partial<RouteReceipt>;
  readonly steps?: RouteTimeline['steps'];
}[] = [
  {
    name: 'under way',
    whole: '249.85 USDC on the way',
    change: {},
    steps: [
      ...takenIn,
      step('payout', { ...payout, tx: paid, state: 'open', block: null, sends: 3 }),
    ],
  },
  {
    name: 'delivered',
    whole: 'As quoted, to the last unit',
    change: { ...done, to: arrived },
    steps: [...takenIn, paidOut],
  },
  {
    name: 'delivered by an engine, short of its quote',
    whole: 'Less than quoted',
    change: {
      ...done,
      ...{ bridge: 'across', aggregator: 'socket', svcFee: '640000', bridged: '249360000' },
      feeParts: { service: '200000', gas: '440000', engine: '185000' },
      quoted: { svcFee: '640000', bridged: '249360000' },
      to: { ...usual.to, estimated: '249250000', min: '248010000', delivered: '249175000' },
      refusals: [
        { rail: 'floatlane', code: 'INSUFFICIENT_FLOAT', reason: 'the float has 180 USDC free' },
        { rail: 'lifi', code: 'RAIL_FAULT', reason: 'it did not answer within 3 s' },
      ],
    },
    steps: [...takenIn, step('call', { ...payout, chain: 8453, reorgs: 1 })],
  },
  {
    name: 'to be claimed',
    whole: 'to be claimed',
    change: {
      ...done,
      to: {
        ...arrived,
        claim: {
          balanceId: '00'.repeat(36),
          note: 'no payment: the balance waits until the recipient claims it, which takes a trustline for the token',
        },
      },
    },
  },
  {
    name: 'rehearsal',
    whole: 'Rehearsal: nothing moved',
    change: { sandbox: true, bridge: 'sandbox', aggregator: 'sandbox', stage: 'CONFIRMING' },
  },
  {
    name: 'not taken in',
    whole: 'Nothing left your wallet',
    change: {
      ...{ ...failed, stage: 'NOT_PULLED', srcTx: null, refunded: '0', feeParts: nothingKept },
      failure: {
        ...{ error: 'the permit was used already', errorCode: 'PERMIT_USED', retryable: false },
        suggestedAction: 'Ask for a fresh sign request and sign it.',
      },
    },
  },
  {
    name: 'refund sent',
    whole: 'On its way back',
    change: {
      ...{ ...going, stage: 'REFUNDING' },
      refund: { state: 'sent', units: '250000000', tx: back, since: refunding.sentAt },
    },
    steps: [...takenIn, step('refund', { ...refunding, state: 'open', block: null })],
  },
  {
    name: 'refunded',
    whole: '250 USDC came back',
    change: {
      ...{ ...failed, stage: 'REFUNDED', refundTx: back, refunded: '250000000' },
      feeParts: nothingKept,
      refund: { state: 'done', units: '250000000', tx: back, since: acceptedAt + 41_000 },
      failure: {
        ...{ error: 'the recipient is blocked by the token', errorCode: 'REFUNDED' },
        ...{ retryable: false, suggestedAction: 'Ask for a fresh quote, perhaps on another lane.' },
      },
    },
    steps: [...takenIn, step('refund', refunding)],
  },
  {
    name: 'refund held',
    whole: 'Waits to go back',
    change: {
      ...{ ...going, stage: 'REFUND_HELD' },
      refundHeld: { ...blocked, reason: 'refused' },
      refund: { state: 'held', units: '250000000', tx: null, since: acceptedAt + 39_000 },
    },
    steps: takenIn,
  },
  {
    name: 'written off',
    whole: 'Your 250 USDC are with the relayer',
    change: {
      ...{ ...failed, stage: 'WRITTEN_OFF', refunded: '0', feeParts: nothingKept },
      failure: {
        ...{ error: 'closed by the operator', errorCode: 'WRITTEN_OFF', retryable: false },
        suggestedAction: "Tell the service's operator this id.",
      },
    },
  },
  {
    name: 'float awaited',
    whole: 'wait for the float',
    change: {
      ...{ status: 'FUNDS_REQUIRED', stage: 'FUNDS_REQUIRED', srcTx: null },
      fund: { chain: 42161, amount: '999400000', address: null },
    },
  },
  {
    name: 'deposit awaited',
    whole: 'To this address',
    change: { ...paidInBtc, status: 'AWAITING_DEPOSIT', stage: 'AWAITING_DEPOSIT', deposit },
  },
  {
    name: 'deposit seen in part',
    whole: '0.0004 BTC missing',
    change: {
      ...{ ...paidInBtc, status: 'AWAITING_DEPOSIT', stage: 'CONFIRMING' },
      deposit: {
        ...{ ...deposit, seen: [part] },
        total: { parts: 1, amount: '60000', missing: '40000', confirmations: 1 },
      },
    },
  },
  {
    name: 'deposit seen before its block',
    whole: '0.001 BTC seen',
    change: {
      ...{ ...paidInBtc, status: 'AWAITING_DEPOSIT', stage: 'AWAITING_DEPOSIT' },
      deposit: {
        ...{ ...deposit, lockedUntil: null, seen: [{ ...part, amount: '100000' }] },
        total: { parts: 1, amount: '100000', missing: '0', confirmations: 0 },
      },
    },
  },
  {
    name: 'deposit delivered',
    whole: '59.695935 USDC delivered',
    change: {
      ...{ ...paidInBtc, ...done, srcTx: part.tx },
      to: { ...usual.to, estimated: '59695935', min: '59098974', delivered: '59695935' },
      deposit: {
        ...{ ...deposit, refundAddress: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080' },
        seen: [{ ...part, amount: '100000', confirmations: 6 }],
        total: { parts: 1, amount: '100000', missing: '0', confirmations: 6 },
      },
    },
  },
];

export const routeStates: readonly RouteState[] = states.map(
  ({ name, whole, change, steps = [] }, at) => ({
    ...{ name, whole, steps },
    receipt: {
      ...usual,
      ...change,
      id: `${change.sandbox === true ? 'sbx' : 'rt'}_${at.toString(16).padStart(32, '0')}`,
    },
  }),
);

/** From now on the service is said to have each of them. */
export async function pretendRoutes(page: Page): Promise<void> {
  const stateOf = (url: string): RouteState | undefined =>
    routeStates.find(({ receipt: { id } }) => id === new URL(url).searchParams.get('id'));
  await page.route('**/api/console', async (route) => {
    const answer = await route.fetch();
    const facts = (await answer.json()) as Console; // CAST: as the service answers.
    const bitcoin: Console['chains'][number] = {
      ...{ chain: 'bitcoin', name: 'Bitcoin', coin: { symbol: 'BTC', decimals: 8 }, tokens: [] },
      ...{ explorerTx: 'https://mempool.example/tx/{tx}', simulated: false },
    };
    await route.fulfill({
      response: answer,
      json: { ...facts, chains: [...facts.chains, bitcoin] },
    });
  });
  await page.route('**/api/route/status?*', async (route) => {
    const state = stateOf(route.request().url());
    await (state === undefined ? route.continue() : route.fulfill({ json: state.receipt }));
  });
  await page.route('**/api/route/timeline?*', async (route) => {
    const state = stateOf(route.request().url());
    if (state === undefined) return route.continue();
    const { receipt, steps } = state;
    const { id, status, from, to, createdAt, updatedAt } = receipt;
    const json: RouteTimeline = {
      ...{ id, steps, now: Date.now(), acceptedAt: createdAt },
      endedAt: status === 'DONE' || status === 'FAILED' ? updatedAt : null,
      decimals: { from: from.decimals, to: to.decimals },
    };
    return route.fulfill({ json });
  });
}
