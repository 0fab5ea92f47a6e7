import {
  answer,
  asUnits,
  evmAddress,
  nativeAddress,
  permit2Address,
  type RailOutcome,
  type Recall,
  refuse,
} from '@interline/kernel';
import type { RailPort } from '@interline/ports';
import { expect } from 'chai';
import { ManualClock } from '../testing/manual-clock.ts';
import { RecordingLog } from '../testing/recording-log.ts';
import { scriptedRail } from '../testing/scripted-rail.ts';
import { testRelayer } from '../testing/test-context.ts';
import { testGuardHost } from '../testing/test-guard-host.ts';
import { testOrder, testPayer, testRequest } from '../testing/test-request.ts';
import { arbitrum, etherOnBase, usdcOnArbitrum } from '../testing/test-tokens.ts';
import type { GuardHost } from './guard-settings.ts';
import { guardRail } from './guard-rail.ts';

/** Forty dollars. */
const order = testOrder(testRequest({ units: 40_000_000n }));
const bridge = evmAddress(`0x${'b1'.repeat(20)}`);
const host = testGuardHost({
  own: [testRelayer],
  tokens: {
    on: (chain) =>
      chain === arbitrum ? [usdcOnArbitrum, { ...etherOnBase, chain: arbitrum }] : [],
  },
  // A dollar for a dollar, a thousand for an ether.
  price: {
    priceOf: async ({ address }) => ({
      microUsd: address === nativeAddress ? 1_000_000_000n : 1_000_000n,
      asOfMs: 0,
    }),
  },
});

describe('the guard of a recall', () => {
  it('passes a call of a contract that is nobody of ours, and a refusal', async () => {
    const refusal = refuse('WRONG_STATE', 'the order is filled');

    expect(await recalled(call())).to.deep.equal(answer(call()));
    expect(await recalled(call({ data: '0xd38d9626' }))).to.have.property('ok', true);
    expect(await recalled(refusal)).to.deep.equal(refusal);
  });

  for (const [what, recall, says] of [
    ['Permit2', call({ to: permit2Address }), 'it calls Permit2'],
    ['the payer', call({ to: evmAddress(testPayer) }), 'it calls the payer'],
    ['an account of ours', call({ to: testRelayer }), 'it calls an account of the relayer'],
    ['a token', call({ to: evmAddress(usdcOnArbitrum.address) }), 'it calls a token'],
    [
      'a word for a token',
      call({ data: '0x095ea7b3' }),
      'its call moves or approves tokens other than by its typed approval or a deposit',
    ],
    [
      'a word that lowers what an order pays',
      call({ data: '0x51f228b4' }),
      'its call changes what an order gives or takes',
    ],
  ] as const)
    it(`refuses ${what}`, async () => {
      expect(await recalled(recall)).to.deep.equal(
        refuse('RAIL_FAULT', `scripted broke the rail contract: ${says}`),
      );
    });

  it('refuses what is not one of its targets there', async () => {
    expect(await recalled(call(), { ...host, targets: () => [] })).to.deep.include({
      code: 'RAIL_FAULT',
    });
  });

  it('refuses coin worth 25 dollars or more, or as much as comes back, on both sides of the bound', async () => {
    const small = testOrder(testRequest({ units: 3_000_000n }));
    const worth = (microUsd: bigint) => call({ value: asUnits(microUsd * 1_000_000_000n) });

    expect(await recalled(worth(24_999_999n))).to.have.property('ok', true);
    expect(await recalled(worth(25_000_000n))).to.have.property('code', 'GAS_CEILING');
    expect(await recalled(worth(2_999_999n), host, small)).to.have.property('ok', true);
    expect(await recalled(worth(3_000_000n), host, small)).to.have.property('code', 'GAS_CEILING');
  });

  it('refuses coin that has no price, another shape, a throw, and a rail that has no way to recall', async () => {
    const unpriced = { ...host, price: { priceOf: async () => null } };
    const rail = (recall: RailPort['recall']): RailPort =>
      recall === undefined ? scriptedRail() : { ...scriptedRail(), recall };
    const ask = (one: RailPort) => guarded(one).recall?.(order, {}, never());

    expect(await recalled(call({ value: asUnits(1n) }), unpriced)).to.have.property(
      'code',
      'NO_ROUTE',
    );
    expect(await recalled({ to: bridge } as Recall)).to.have.property('code', 'RAIL_FAULT');
    expect(
      await ask(
        rail(async () => {
          throw new Error('no');
        }),
      ),
    ).to.deep.equal(refuse('RAIL_FAULT', 'scripted failed at recall'));
    expect(await ask(rail(undefined))).to.deep.equal(
      refuse('NO_ROUTE', 'scripted takes no transfer back'),
    );
  });
});

function call(change: Partial<Recall> = {}): Recall {
  return { to: bridge, data: '0x01', value: asUnits(0n), ...change };
}

function recalled(
  said: Recall | RailOutcome<Recall>,
  under: GuardHost = host,
  of = order,
): Promise<RailOutcome<Recall>> | undefined {
  const rail = {
    ...scriptedRail(),
    recall: async () => ('ok' in said ? said : answer(said)),
  };
  return guarded(rail, under).recall?.(of, { transfer: 'one' }, never());
}

function guarded(rail: RailPort, under: GuardHost = host): RailPort {
  return guardRail(rail, { clock: new ManualClock(), log: new RecordingLog(), host: under });
}

function never(): AbortSignal {
  return new AbortController().signal;
}
