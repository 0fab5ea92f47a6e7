import type { Client } from '../client.ts';
import { signPermit } from '../sign-permit.ts';
import { accountOf, type Signer } from '../signer.ts';
import { usdcOn } from '../usdc-contracts.ts';
import { payableOf, type PayableDemand, type PaymentRequired, readRequired } from './demand.ts';
import { type Look, Outstanding } from './outstanding.ts';
import { permit2, type SignedPayment, signPayment } from './sign-payment.ts';
import { dollars as dollarsOf, type Kept, Spending } from './spending.ts';
import { Unanswered } from './unanswered.ts';

export interface PayOptions {
  /** US cents, as digits: the most in one UTC day. A signed payment counts as spent. */
  readonly maxPerDay: string;
  /** The same for one payment, including the cost of funding it. */
  readonly maxPerPayment?: string;
  /** Where the payer's dollars are, tried in this order, when they are not on the seller's chain. */
  readonly fundFrom?: readonly number[];
  /** Contracts of dollars that this client does not know, by chain id. */
  readonly dollars?: Readonly<Record<number, string>>;
  /** Keeps what was spent beyond the life of the process. */
  readonly kept?: Kept;
  /** How long a transfer of dollars to another chain may take; two minutes where left out. */
  readonly fundedWithinMs?: number;
  readonly fetch?: typeof fetch;
  readonly now?: () => number;
}

/**
 * The 402 was not paid, unless the message says that it may have been. `routeId` names the transfer that was sent to fund it, if there was one.
 */
export class PaymentError extends Error {
  readonly routeId: string | null;

  constructor(message: string, routeId: string | null = null, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PaymentError';
    this.routeId = routeId;
  }
}

/**
 * A `fetch` that pays a 402 of x402 v2, once, in dollars, and repeats the request with the payment.
 * Pays from the seller's chain where the payer has dollars there, else funds it by a transfer of
 * the service from another chain. Before it signs, it throws `BudgetError` for a payment beyond the
 * limits, and `PaymentError` for one that it cannot make or that another host demands. Returns any
 * other answer as it is. Until a payment that was sent expires, a repeat of a request without a good
 * answer (2xx) sends the same payment.
 */
export function payFetch(
  client: Pick<Client, 'call' | 'execute' | 'waitForRoute'>,
  signer: Signer,
  options: PayOptions,
): typeof fetch {
  const { dollars = {}, kept, fundFrom = [], fundedWithinMs = 120_000, now = Date.now } = options;
  const send = options.fetch ?? fetch;
  const spending = new Spending(options, kept, now);
  const outstanding = new Outstanding(now);
  const purse = { client, signer, spending, outstanding, dollars, fundFrom, fundedWithinMs, now };
  const unanswered = new Unanswered(now);
  return async (input, init) => {
    const request = new Request(input, init);
    // A copy, because a body can be read only once.
    const again = request.clone();
    const answer = await send(request);
    if (answer.status !== 402 || request.headers.has('PAYMENT-SIGNATURE')) return answer;
    const required = readRequired(answer);
    if (required === null) return answer;
    assertAsked(request, answer);
    const payable = payableOf(required, dollars);
    const payment =
      unanswered.take(request, payable) ?? (await paymentFor(purse, required, payable));
    again.headers.set('PAYMENT-SIGNATURE', payment.header);
    let isAnswered = false;
    try {
      const paid = await send(again);
      isAnswered = paid.ok;
      if (isAnswered) outstanding.answered(payment);
      return paid;
    } catch (error) {
      throw again.signal.aborted ? error : answerLost(payment, error, now());
    } finally {
      if (!isAnswered) unanswered.keep(request, payment);
    }
  };
}

function answerLost({ lastSec }: SignedPayment, cause: unknown, nowMs: number): PaymentError {
  const left = Math.max(0, Math.floor(lastSec - nowMs / 1_000));
  return new PaymentError(
    `the payment was sent and may have been made, but its answer was lost: for ${left} seconds the same request sends this payment again, and signs no other`,
    null,
    { cause },
  );
}

/**
 * The host that was asked may redirect a request to any other host, which then names the price and
 * the recipient. Without TLS, so may anyone on the way.
 */
function assertAsked(request: Request, { url, redirected }: Response): void {
  const asked = new URL(request.url);
  const answered = new URL(redirected ? url : request.url);
  if (asked.host !== answered.host)
    throw new PaymentError(
      `not signed: ${asked.host} was asked, and sent the request on to ${answered.host}, which demands money; ask it there`,
    );
  if (asked.protocol === 'https:' && answered.protocol !== 'https:')
    throw new PaymentError(
      `not signed: ${asked.host} was asked by https, and sent the request on to ${answered.protocol}//, where anyone on the path may demand money`,
    );
}

interface Purse extends Required<
  Pick<PayOptions, 'dollars' | 'fundFrom' | 'fundedWithinMs' | 'now'>
> {
  readonly client: Pick<Client, 'call' | 'execute' | 'waitForRoute'>;
  readonly signer: Signer;
  readonly spending: Spending;
  readonly outstanding: Outstanding;
}

async function paymentFor(
  purse: Purse,
  required: PaymentRequired,
  payable: readonly PayableDemand[],
): Promise<SignedPayment> {
  const [first] = payable;
  if (first === undefined)
    throw new PaymentError(
      'not signed: the seller takes no dollars that are known here; where you know that a contract is one of dollars, as a devnet has its own, name it by its chain in the option dollars',
    );
  const account = await accountOf(purse.signer);
  const { outstanding, spending } = purse;
  const look = outstanding.look();
  try {
    const held = await heldBy(purse, account, payable, look);
    const covered = payable.find(
      ({ chainId, demand, units, method }) =>
        held.units(chainId, demand.asset) >= units &&
        (method === 'eip3009' || held.byPermit2(chainId, demand.asset) >= units),
    );
    // What is brought to another chain is new there: Permit2 need not be allowed to take it.
    const chosen = covered ?? payable.find(({ method }) => method === 'eip3009');
    if (chosen === undefined)
      throw new PaymentError(whyNotByPermit2(payable, first, account, held));
    // Nothing is awaited between the look and the hold, so no other payment takes the same dollars.
    const { chainId, demand, units, method } = chosen;
    const byPermit2 = method === 'permit2';
    const hold = look.hold(
      { chainId, asset: demand.asset, byPermit2, units },
      covered === undefined ? { has: held.all(chainId, demand.asset) } : undefined,
    );
    try {
      if (covered === undefined) {
        await fund(purse, required, chosen, { account, held, look });
        outstanding.arrived(hold);
      }
      const day = covered === undefined ? null : await spending.take(covered.units);
      const payment = await signPayment(purse, required, chosen, account).catch(
        async (error: unknown) => {
          if (day !== null) await spending.giveBack(chosen.units, day);
          throw error;
        },
      );
      return outstanding.signed(hold, payment);
    } catch (error) {
      outstanding.drop(hold);
      throw error;
    }
  } finally {
    look.end();
  }
}

interface Held {
  /** With what other payments are promised. */
  all(chainId: number, token: string): bigint;
  /** Less what other payments are promised. */
  units(chainId: number, token: string): bigint;
  /** The same for people, with what is promised. */
  inWords(chainId: number, token: string): string;
  /** What Permit2 may take, less what other payments are promised of it. */
  byPermit2(chainId: number, token: string): bigint;
}

/** Of the demands, all by Permit2: what is missing for the first that is held, else for the first. */
function whyNotByPermit2(
  payable: readonly PayableDemand[],
  first: PayableDemand,
  account: string,
  held: Held,
): string {
  const { chainId, demand, units } =
    payable.find((one) => held.units(one.chainId, one.demand.asset) >= one.units) ?? first;
  const { asset } = demand;
  const [has, allowed] = [held.units(chainId, asset), held.byPermit2(chainId, asset)];
  const what = `not signed: the seller takes ${dollarsOf(units)} of ${asset} on chain ${chainId} by Permit2 alone`;
  return has < units
    ? `${what}, and ${account} holds ${held.inWords(chainId, asset)} there; send it what is missing, since funds from another chain pay no Permit2 payment`
    : `${what}, which may take ${dollarsOf(allowed)} of ${account}: approve ${permit2} there for what it is to pay in all, as "interline sponsor send --chain ${chainId} approve:USDC:${permit2}:<dollars>" does without coin`;
}

async function heldBy(
  { client, fundFrom }: Purse,
  account: string,
  payable: readonly PayableDemand[],
  { promised }: Look,
): Promise<Held> {
  const chains = [...new Set([...payable.map(({ chainId }) => chainId), ...fundFrom])];
  const { items } = await client.call('POST /api/plan/balances', { body: { account, chains } });
  const of = (chainId: number, token: string) =>
    items.filter(
      (one) => one.chainId === chainId && one.token.toLowerCase() === token.toLowerCase(),
    );
  const left = (has: bigint, less: bigint): bigint => (has > less ? has - less : 0n);
  const all = (chainId: number, token: string): bigint =>
    of(chainId, token).reduce((sum, one) => sum + BigInt(one.amount), 0n);
  const units = (chainId: number, token: string): bigint => {
    const has = all(chainId, token);
    return left(has, promised(chainId, token, has));
  };
  return {
    all,
    units,
    inWords(chainId, token) {
      const less = promised(chainId, token, all(chainId, token));
      const free = dollarsOf(units(chainId, token));
      return less === 0n
        ? free
        : `${free}, beside ${dollarsOf(less)} promised to other payments without a good answer yet,`;
    },
    byPermit2: (chainId, token) => {
      const allowed = of(chainId, token).reduce((sum, one) => sum + allowanceIn(one), 0n);
      return left(allowed, promised(chainId, token, allowed, 'byPermit2'));
    },
  };
}

/** Services of earlier releases do not say it. */
function allowanceIn({ permit2Allowance }: { readonly permit2Allowance?: string }): bigint {
  return BigInt(permit2Allowance ?? '0');
}

/**
 * The most that may be sent for a demand, as for an invoice paid from another chain: half more, and
 * five cents for small ones.
 */
function mostFor(units: bigint): bigint {
  return units + units / 2n + 50_000n;
}

/** Brings the demanded amount to the payer's own address on the seller's chain. */
async function fund(
  purse: Purse,
  required: PaymentRequired,
  payable: PayableDemand,
  { account, held, look }: { readonly account: string; readonly held: Held; readonly look: Look },
): Promise<void> {
  const { dollars, fundFrom, outstanding } = purse;
  const { demand, chainId, units } = payable;
  const contractOn = (chain: number): string | null => dollars[chain] ?? usdcOn(chain);
  const fromChain = fundFrom.find((chain) => {
    const token = contractOn(chain);
    return chain !== chainId && token !== null && held.units(chain, token) > units;
  });
  const fromToken = fromChain === undefined ? null : contractOn(fromChain);
  if (fromChain === undefined || fromToken === null)
    throw new PaymentError(
      `not signed: ${account} holds ${held.inWords(chainId, demand.asset)} of ${demand.asset} on chain ${chainId}, where the seller takes ${dollarsOf(units)}, and on no chain of fundFrom enough to bring it there`,
    );
  const from = look.hold({ chainId: fromChain, asset: fromToken, byPermit2: false, units });
  try {
    await bring(purse, required, payable, { account, fromChain, fromToken, from });
  } finally {
    outstanding.drop(from);
  }
}

interface Source {
  readonly account: string;
  readonly fromChain: number;
  readonly fromToken: string;
  /** What it is promised there. */
  readonly from: { units: bigint };
}

async function bring(
  { client, signer, spending, fundedWithinMs, now }: Purse,
  { accepts }: PaymentRequired,
  { demand, chainId, units }: PayableDemand,
  { account, fromChain, fromToken, from }: Source,
): Promise<void> {
  const only = accepts.filter((one) => one === demand).map(({ extra: _said, ...one }) => one);
  const { signRequest, execute } = await client.call('POST /api/payments/fund', {
    body: { paymentRequired: { x402Version: 2, accepts: only }, fromChain, fromToken, account },
  });
  const amount = BigInt(execute.amount);
  if (amount > mostFor(units))
    throw new PaymentError(
      `not signed: ${dollarsOf(amount)} are to be sent from chain ${fromChain} for ${dollarsOf(units)} on chain ${chainId}`,
    );
  const taken = amount > units ? amount : units;
  from.units = taken;
  const day = await spending.take(taken);
  const body = await signPermit(
    signer,
    { signRequest, execute },
    {
      fromChain,
      fromToken,
      toChain: chainId,
      toToken: demand.asset,
      amount: execute.amount,
      toAddress: account,
      minOut: demand.amount,
    },
    now,
  ).catch(async (error: unknown) => {
    await spending.giveBack(taken, day);
    throw error;
  });
  const accepted = await client.execute({ ...body, live: true });
  if (!('id' in accepted))
    throw new PaymentError('the service only rehearsed what was to bring the dollars');
  const { status, stage } = await client.waitForRoute(accepted.id, { withinMs: fundedWithinMs });
  if (status !== 'DONE')
    throw new PaymentError(
      `the dollars are not there: the transfer is ${status}, ${stage ?? 'without a stage'}`,
      accepted.id,
    );
}
