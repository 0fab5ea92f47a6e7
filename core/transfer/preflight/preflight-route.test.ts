import { answer, asAmount, asUnits, refuse, RelayError } from '@interline/kernel';
import type { RailPort } from '@interline/ports';
import {
  allStopped,
  arbitrum,
  base,
  eth,
  payer,
  preflight,
  solana,
  transfer,
} from './testing/preflight-world.ts';
import { expect } from 'chai';

const nobody = async () => {
  throw new Error('nobody should have asked');
};

describe('a preflight', () => {
  it('of a request without obstacles says go, and lists the offers that would be tried', async () => {
    const { blockers, warnings, rankedOffers } = await preflight();

    expect([blockers, warnings]).to.deep.equal([[], []]);
    expect(rankedOffers.map(({ quote }) => quote.rail)).to.deep.equal(['lane']);
  });

  it('simulates exactly the plan, pull and payout, and nothing more', async () => {
    const seen: string[] = [];

    await preflight(
      {},
      {
        custody: {
          prepare: async (intent) => {
            seen.push(intent.kind);
            return answer([]);
          },
        },
      },
    );

    expect(seen).to.have.members(['pull', 'payout']).and.to.have.length(2);
  });

  it('reports everything that is wrong at once', async () => {
    const { blockers } = await preflight(
      {
        quote: { ...transfer, recipient: '0x0000000000000000000000000000000000000000' },
        minOut: asUnits(2_000_000n),
        claimedSpender: payer,
      },
      {
        payer: { balance: asUnits(10n), permit2Allowance: asUnits(0n) },
        custody: { verifyPermit: async () => refuse('PERMIT_EXPIRED', 'the deadline has passed') },
      },
    );

    expect(blockers.map(({ code }) => code)).to.deep.equal([
      'BURN_ADDRESS_REFUSED',
      'PERMIT_SPENDER',
      'PERMIT_EXPIRED',
      'PAYER_NOT_READY',
      'PAYER_NOT_READY',
      'BELOW_AGREED_OUTPUT',
    ]);
  });

  it('judges a dry run as if it were to broadcast, and says that it is one', async () => {
    for (const change of [{ dryRun: true }, { live: false }]) {
      const { blockers, warnings } = await preflight({ ...change, mode: 'self', permit: null });

      expect(blockers.map(({ code }) => code)).to.deep.equal(['OPERATOR_ONLY']);
      expect(warnings).to.deep.equal([
        'the body says dryRun: true or live: false, so execute would only rehearse it',
      ]);
    }
  });

  it('reports only the corridor if no rail settles it, and asks no rail', async () => {
    for (const change of [{}, { mode: 'self' as const, permit: null }, { permit: null }]) {
      const found = await preflight(
        { ...change, quote: { ...transfer, lane: { from: solana, to: arbitrum } } },
        { offer: nobody },
      );

      expect(found).to.deep.equal({
        blockers: [
          {
            code: 'UNSUPPORTED_DIRECTION',
            reason: 'Solana as a source is never settled, only priced where a rail prices it',
            fix: 'Choose another pair of chains; GET /api/route/chains tells which ones settle.',
          },
        ],
        warnings: [],
        rankedOffers: [],
      });
    }
  });

  it('expects the coin to be wrapped, and names the wrapped token', async () => {
    const { blockers } = await preflight({ quote: { ...transfer, from: eth }, permit: null });

    expect(blockers).to.deep.equal([
      {
        code: 'NATIVE_NOT_PULLABLE',
        reason:
          "the chain's own coin cannot be pulled with a permit; wrap it and send the wrapped token as fromToken (omitted fromToken means the coin)",
        fix: 'Wrap 1000000 of ETH on eip155:8453 and send fromToken 0x4200000000000000000000000000000000000006 (WETH).',
      },
    ]);
  });

  it('throws a fault, instead of a blocker, if the records cannot be read', async () => {
    const thrown: unknown = await preflight(
      {},
      {
        reader: {
          transfers: {
            routeByPermit: async () => {
              throw new RelayError('STORE_DOWN');
            },
          },
        },
      },
    ).catch((error: unknown) => error);

    expect(thrown).to.be.instanceOf(RelayError).with.property('code', 'STORE_DOWN');
  });
});

describe('a preflight without a permit', () => {
  it('says go with the next step, and the allowance that will be signed with it', async () => {
    expect(
      await preflight({ permit: null }, { payer: { permit2Allowance: asUnits(0n) } }),
    ).to.deep.include({
      blockers: [],
      warnings: [
        'no permit2 yet: the next step is POST /api/agent/do with fromAddress, then to sign its signRequest',
        'Permit2 may take 0 of USDC from 0x1000000000000000000000000000000000000abc; 1000000 are needed: sign signRequest.allowance of POST /api/agent/do as well',
      ],
    });
  });

  it('requests no plan and simulates nothing', async () => {
    expect(
      (await preflight({ permit: null }, { plan: nobody, custody: { prepare: nobody } })).blockers,
    ).to.deep.equal([]);
  });

  it('reports that no payer was named', async () => {
    const { warnings } = await preflight({ permit: null, quote: { ...transfer, payer: null } });

    expect(warnings).to.include(
      'no payer was named, so balance and allowance were not read; send fromAddress',
    );
  });
});

describe('a preflight of a deposit', () => {
  const deposit = { mode: 'deposit', permit: null, live: true } as const;
  const nothingWaits = { unpaid: 0, running: 0, locked: asUnits(0n) };
  const waiting = { all: nothingWaits, ofClient: nothingWaits, ofLane: nothingWaits };
  const waitingDeposits = async () => waiting;
  const reader = { transfers: { waitingDeposits } };

  it('says go if the payout can be made and the deposit may wait', async () => {
    const { blockers } = await preflight(deposit, { plan: planOf('none'), reader });

    expect(blockers).to.deep.equal([]);
  });

  it('reports a plan that does not pay out for a deposit of the whole amount', async () => {
    const { blockers } = await preflight(deposit, { plan: planOf('float'), reader });

    expect(blockers.map(({ code, reason }) => [code, reason])).to.deep.equal([
      [
        'NO_ROUTE',
        'no rail can settle this lane and amount now: lane: A rail failed to answer properly',
      ],
    ]);
  });

  it('reports that no price can be locked for the source', async () => {
    const { blockers } = await preflight(deposit, { plan: planOf('none'), reader, microUsd: 0n });

    expect(blockers.map(({ code, reason }) => [code, reason])).to.deep.equal([
      [
        'NO_ROUTE',
        'no rail can settle this lane and amount now: lane: USDC has no fresh, undisputed price now',
      ],
    ]);
  });

  it("reports that too many of the caller's deposits wait for payment", async () => {
    const ofClient = { unpaid: 1_000, running: 0, locked: asUnits(0n) };
    const { blockers } = await preflight(deposit, {
      plan: planOf('none'),
      reader: { transfers: { waitingDeposits: async () => ({ ...waiting, ofClient }) } },
    });

    expect(blockers.map(({ code }) => code)).to.deep.equal(['TOO_MANY_RECORDS']);
  });

  it("reports that we have no account on the deposit's chain, as execute does", async () => {
    const { blockers } = await preflight(deposit, {
      plan: planOf('none'),
      reader,
      depositChains: [arbitrum],
    });

    expect(blockers.map(({ code, reason }) => [code, reason])).to.deep.equal([
      [
        'NO_ROUTE',
        'this deployment has no account on eip155:8453, so it takes no deposits there; a quote of the lane says why',
      ],
    ]);
  });

  it('reports a refund address that is a deposit address of ours, as execute does', async () => {
    const refundAddress = '0x6000000000000000000000000000000000000006';
    const isDepositAddress = async (_chain: string, address: string) => address === refundAddress;
    const { blockers } = await preflight(
      { ...deposit, quote: { ...transfer, refundAddress } },
      { plan: planOf('none'), reader: { transfers: { waitingDeposits, isDepositAddress } } },
    );

    expect(blockers.map(({ code, reason }) => [code, reason])).to.deep.equal([
      [
        'BAD_REQUEST',
        "refundAddress 0x6000000000000000000000000000000000000006 is the relayer's own account; send an address of yours",
      ],
    ]);
  });

  it('reports that an account of ours is stopped, that the chain is paused and that one is down', async () => {
    const paused = {
      scope: 'chain:8453',
      state: 'paused',
      reason: 'maintenance',
      by: 'alice',
      sinceMs: 1,
    } as const;
    const { blockers } = await preflight(deposit, {
      plan: planOf('none'),
      reader: {
        ...reader,
        transactions: allStopped,
        switches: { switches: async () => [paused] },
      },
      downChain: arbitrum,
    });

    expect(blockers.map(({ code }) => code)).to.deep.equal([
      'PAUSED',
      'ACCOUNT_STOPPED',
      'CHAIN_UNREACHABLE',
    ]);
  });

  /** A payout for deposits to an address of the route's own. */
  function planOf(pullTo: 'none' | 'float'): RailPort['plan'] {
    return async ({ to, recipient, amount }, { output, fee }) =>
      answer({
        pullTo,
        output,
        fee,
        keeps: 'durable',
        charges: [],
        steps: [
          { kind: 'reserve', token: to, units: asAmount(output) },
          { kind: 'await-deposit', chain: base, units: amount, ref: {} },
          { kind: 'payout', token: to, to: recipient, units: asAmount(output) },
        ],
      });
  }
});
