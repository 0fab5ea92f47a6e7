import { asUnits, type Offer, type QuoteRequest, RelayError } from '@interline/plugins';
import {
  payoutContext,
  type PayoutWorld,
  testOrder,
  testRequest,
} from '@interline/plugins/testing';
import { expect } from 'chai';
import { rail } from './rail.ts';
import { recipient, recipientFacts, usdcOnStellar, xlm } from './testing/stellar-tokens.ts';

const { signal } = new AbortController();
const inUsdc = testRequest({ to: usdcOnStellar, units: 5_000_000n, recipient });
const inXlm = testRequest({ to: xlm, units: 5_000_000n, recipient });

async function offer(request: QuoteRequest, world: Partial<PayoutWorld> = {}): Promise<Offer> {
  const context = payoutContext({
    tokens: [usdcOnStellar, xlm],
    feeRate: 100n,
    facts: recipientFacts(),
    ...world,
  });
  const [only] = await rail.create(context, rail.settings.parse({})).offers(request, signal);
  if (only === undefined) throw new Error('the rail made no offer');
  return only;
}

describe('the stellar rail', () => {
  it('pays USDC unit for unit less the standard charge, to the ten-millionth', async () => {
    expect((await offer(inUsdc)).outcome).to.deep.include({ ok: true });
    expect(valueOf(await offer(inUsdc))).to.deep.include({
      fee: 4_000n,
      output: 49_960_000n,
      minOutput: 49_960_000n,
      durationSec: 20,
    });
  });

  it('pays XLM at the market less spread and margin', async () => {
    expect(valueOf(await offer(inXlm))).to.deep.include({ fee: 4_000n, output: 124_150_600n });
  });

  it('stops if USDC leaves par by more than the band', async () => {
    const priced = (eth: bigint) =>
      offer({ ...inUsdc, to: { ...usdcOnStellar, symbol: 'EURX' } }, { prices: { EURX: eth } });

    expect((await priced(1_010_000n)).outcome.ok).to.equal(true);
    expect((await priced(1_010_001n)).outcome).to.deep.include({ code: 'NO_ROUTE' });
  });

  it('refuses a recipient without a trustline, unless it may be paid with a claimable balance', async () => {
    const world = { facts: recipientFacts({ trusts: false }) };

    expect((await offer(inUsdc, world)).outcome).to.deep.include({ code: 'TRUSTLINE_MISSING' });
    expect((await offer({ ...inUsdc, claimable: true }, world)).outcome.ok).to.equal(true);
    expect((await offer({ ...inUsdc, recipient: null }, world)).outcome.ok).to.equal(true);
  });

  it('explains for an M address without a trustline how to send a claimable balance, and rejects the original form', async () => {
    const muxed = { account: recipient, id: '42' };
    const world = { facts: recipientFacts({ trusts: false, muxed }) };
    const reasonOf = async (request: QuoteRequest) => {
      const { outcome } = await offer(request, world);
      return outcome.ok ? 'priced' : outcome.reason;
    };

    expect(await reasonOf({ ...inUsdc, claimable: true })).to.equal(
      `a balance to claim cannot be made for an M address; send to ${recipient} with memo id:42`,
    );
    expect(await reasonOf(inUsdc)).to.match(
      /a balance to claim, which no M address can have, to G\w+ with memo id:42 and claimable: true$/,
    );
  });

  it('charges the half lumen that a claimable balance locks, for dollars only, whether it is needed in the end or not', async () => {
    const claimable = await offer({ ...inUsdc, claimable: true });
    const lumens = await offer({ ...inXlm, claimable: true });

    // 0.003 USD of pull, 0.00008 of fee and half a lumen at 0.40 USD, rounded up to the unit.
    expect(valueOf(claimable)).to.deep.include({ fee: 203_008n, output: 47_969_920n });
    expect(valueOf(await offer(inUsdc))).to.deep.include({ fee: 4_000n });
    expect(valueOf(lumens)).to.deep.include({ fee: 4_000n });
  });

  it('plans a payout that its recipient can refuse, so that refusals are charged', async () => {
    const { outcome } = await offer(inUsdc);
    if (!outcome.ok || outcome.value.kind !== 'firm') throw new Error('no firm quote');
    const context = payoutContext({ tokens: [usdcOnStellar, xlm], feeRate: 100n });
    const made = rail.create(context, rail.settings.parse({}));

    const plan = await made.plan(testOrder(inUsdc), outcome.value, signal);

    expect(plan.ok && plan.value.steps.at(-1)).to.deep.include({
      kind: 'payout',
      isRefusable: true,
    });
  });

  it('refuses a recipient that demands a memo where none is given', async () => {
    const world = { facts: recipientFacts({ demandsMemo: true }) };
    const memo = { type: 'id', value: '7' } as const;

    expect((await offer(inUsdc, world)).outcome).to.deep.include({ code: 'MEMO_REQUIRED' });
    expect((await offer({ ...inUsdc, memo }, world)).outcome.ok).to.equal(true);
  });

  it('creates the account of a new recipient with XLM of at least its reserve, and with nothing else', async () => {
    const createCost = asUnits(124_150_600n);
    const world = { facts: recipientFacts({ exists: false, trusts: true, createCost }) };
    const fits = await offer(inXlm, world);
    const short = await offer(
      { ...inXlm, to: xlm },
      {
        facts: recipientFacts({ exists: false, createCost: asUnits(124_150_601n) }),
      },
    );

    expect(fits.outcome.ok).to.equal(true);
    expect(fits.block).to.deep.include({ createsAccount: true });
    expect(short.outcome).to.deep.include({ code: 'NO_ROUTE' });
    expect((await offer(inUsdc, world)).outcome).to.deep.include({ code: 'TRUSTLINE_MISSING' });
  });

  it('waits for a node that does not answer', async () => {
    const facts = {
      ...recipientFacts(),
      recipientOf: async () => {
        throw new RelayError('CHAIN_UNREACHABLE', {}, 'Stellar does not answer now');
      },
    };

    expect((await offer(inUsdc, { facts })).outcome).to.deep.include({
      code: 'CHAIN_UNREACHABLE',
      reason: 'stellar does not answer now',
    });
  });
});

function valueOf({ outcome }: Offer): object {
  if (!outcome.ok) throw new Error(outcome.reason);
  return outcome.value;
}
