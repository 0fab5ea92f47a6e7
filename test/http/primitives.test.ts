import { expect } from 'chai';
import {
  baseEth,
  baseUsdc,
  floatAccount,
  operatorToken,
  sampleConditionalId,
  sampleScheduleId,
} from '@interline/http/testing';
import { type Service, startService } from './start-service.ts';

const recipient = '0x1111111111111111111111111111111111111111';
const route = {
  fromChain: 8453,
  fromToken: 'USDC',
  toChain: '42161',
  toToken: 'USDC',
  amount: '25000000',
  toAddress: recipient,
};
const echoed = {
  fromChain: 8453,
  fromToken: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  fromSymbol: 'USDC',
  toChain: 42161,
  toToken: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
  toSymbol: 'USDC',
  amount: '25000000',
  toAddress: recipient,
};
const price = {
  rail: 'floatlane',
  bridge: 'floatlane',
  estOut: '24980000',
  minOut: '24980000',
  fee: '20000',
  etaSeconds: 3,
};
const paths = {
  batch: '/api/route/batch',
  schedule: '/api/route/schedule',
  conditional: '/api/route/conditional',
};

describe('batches, schedules and conditionals over HTTP', () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService({ basePath: '/gate' });
  });
  afterEach(async () => service.close());

  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    service.post(`/gate${path}`, body, headers);
  const get = (path: string) => service.get(`/gate${path}`);
  const refusal = async (path: string, body: unknown) => {
    const { status, body: answer } = await post(path, body);
    return [status, answer['errorCode'], answer['error']];
  };

  it('plan a batch leg by leg', async () => {
    const { status, body } = await post(paths.batch, { routes: [route, route], live: true });

    expect([status, body]).to.deep.equal([
      200,
      {
        id: 'batch_0123456789abcdef0123456789abcdef',
        status: 'planned',
        live: true,
        legs: [
          { ...echoed, ok: true, ...price },
          { ...echoed, ok: false, errorCode: 'NO_ROUTE', error: 'no rail serves it now' },
        ],
        warnings: ['live runs are only for the operator'],
        note: 'planned and stored; nothing is sent. Prices are of the moment it was made',
        created: 1_800_000_005_000,
      },
    ]);
  });

  it('answer a schedule with its runs and what remains', async () => {
    const { body: repeated } = await post(paths.schedule, {
      route,
      everySeconds: 10,
      count: 1_000,
    });
    const { body: endless } = await post(paths.schedule, {
      route,
      everySeconds: 31_536_000,
      at: '2027-01-15T08:00:05Z',
    });
    const { body: once } = await post(paths.schedule, { route, at: 1_800_000_005 });

    expect(repeated).to.deep.equal({
      id: sampleScheduleId,
      status: 'active',
      route: echoed,
      everySeconds: 10,
      count: 1_000,
      remaining: 999,
      nextRunAt: 1_800_000_015_000,
      live: false,
      runs: [
        {
          tick: 0,
          dueAt: 1_800_000_005_000,
          at: 1_800_000_005_250,
          simulated: true,
          ok: true,
          ...price,
        },
      ],
      warnings: [],
      note: "the id is the only key to this schedule; a missed run is made up for, one by one, and the next is due by the schedule's own times",
      created: 1_800_000_005_000,
    });
    expect([
      endless['count'],
      endless['remaining'],
      once['everySeconds'],
      once['nextRunAt'],
    ]).to.deep.equal([null, null, null, null]);
    expect(
      service.deps.asked.schedules.map(([{ everyMs, atMs, count, live }]) => [
        everyMs,
        atMs,
        count,
        live,
      ]),
    ).to.deep.equal([
      [10_000, null, 1_000, false],
      [31_536_000_000, 1_800_000_005_000, null, false],
      [null, 1_800_000_005_000, null, false],
    ]);
  });

  it('answer a conditional with the condition as it was sent', async () => {
    const { body } = await post(paths.conditional, {
      route,
      when: { type: 'priceBelow', asset: 'eth', value: '2500.50' },
    });

    expect(body).to.deep.include({
      id: sampleConditionalId,
      status: 'fired',
      route: echoed,
      when: { type: 'priceBelow', asset: 'eth', value: '2500.50' },
    });
    expect(body['runs']).to.deep.equal([
      {
        tick: 0,
        dueAt: 1_800_000_005_000,
        at: 1_800_000_005_250,
        simulated: false,
        ok: true,
        rail: 'floatlane',
        routeId: 'rt_0123456789abcdef0123456789abcdef',
        track: '/gate/api/route/status?id=rt_0123456789abcdef0123456789abcdef',
      },
    ]);
    expect(service.deps.asked.conditionals[0]?.[0].when).to.deep.equal({
      type: 'priceBelow',
      asset: 'eth',
      value: '2500.50',
      token: baseEth,
      microUsd: 2_500_500_000n,
    });
  });

  it("read the transfer as execute does: of the operator's float, to a named recipient", async () => {
    await post(
      paths.schedule,
      { route: { ...route, slippage: 0.01, excludeRails: ['lifi'] }, everySeconds: 10, live: true },
      { authorization: `Bearer ${operatorToken}` },
    );
    await post(paths.schedule, { route, everySeconds: 10 });

    const [[request, operator] = [], [, anyone] = []] = service.deps.asked.schedules;
    expect(request?.terms).to.deep.include({ excludeRails: ['lifi'] });
    expect(request?.terms.quote).to.deep.include({
      from: baseUsdc,
      amount: 25_000_000n,
      payer: floatAccount,
      recipient,
      slippage: 10_000,
    });
    expect([request?.live, operator?.isOperator, anyone?.isOperator]).to.deep.equal([
      true,
      true,
      false,
    ]);
  });

  it('take every bound of the spec and nothing beyond it', async () => {
    const legs = (count: number) => Array.from({ length: count }, () => route);
    const statuses = async (path: string, bodies: readonly unknown[]) =>
      Promise.all(bodies.map(async (body) => (await post(path, body)).status));

    expect(
      await statuses(paths.batch, [
        { routes: legs(0) },
        { routes: legs(1) },
        { routes: legs(20) },
        { routes: legs(21) },
      ]),
    ).to.deep.equal([400, 200, 200, 400]);
    expect(
      await statuses(
        paths.schedule,
        [9, 10, 10.5, '10', 31_536_001].map((everySeconds) => ({ route, everySeconds })),
      ),
    ).to.deep.equal([400, 200, 400, 400, 400]);
    expect(
      await statuses(
        paths.schedule,
        [0, 1, 1_000, 1_001, 1.5].map((count) => ({ route, everySeconds: 10, count })),
      ),
    ).to.deep.equal([400, 200, 200, 400, 400]);
    expect(
      await statuses(
        paths.schedule,
        [1, 2].map((count) => ({ route, at: 1_800_000_005, count })),
      ),
    ).to.deep.equal([200, 400]);
    expect(
      await statuses(
        paths.conditional,
        ['0', '0.000001', '0.0000001', 3_000.5, -1, '1e3', 'much'].map((value) => ({
          route,
          when: { type: 'priceAbove', asset: 'ETH', value },
        })),
      ),
    ).to.deep.equal([400, 200, 400, 200, 400, 400, 400]);
  });

  it('name the field at fault where it stands', async () => {
    const { toAddress: _to, ...withoutRecipient } = route;

    expect(await refusal(paths.batch, { routes: [route, withoutRecipient] })).to.deep.equal([
      400,
      'MISSING_FIELD',
      'routes.1.toAddress is missing; wanted an address',
    ]);
    expect(
      await refusal(paths.batch, { routes: [route, { ...route, amount: '0' }] }),
    ).to.deep.equal([
      400,
      'BAD_AMOUNT',
      'routes.1: amount must be a positive whole number in a string of decimal digits, smallest units; got "0"',
    ]);
    expect(await refusal(paths.batch, {})).to.deep.equal([
      400,
      'MISSING_FIELD',
      'routes is missing; wanted 1 to 20 legs, each {fromChain, fromToken, toChain, toToken, amount, toAddress}',
    ]);
    expect(await refusal(paths.schedule, { route })).to.deep.equal([
      400,
      'MISSING_FIELD',
      'everySeconds is missing; wanted everySeconds for a repeated run, or at for one run',
    ]);
    expect(await refusal(paths.schedule, { everySeconds: 10 })).to.deep.equal([
      400,
      'MISSING_FIELD',
      'route is missing; wanted an object {fromChain, fromToken, toChain, toToken, amount, toAddress}',
    ]);
    expect(
      (
        await refusal(paths.schedule, { route: { ...route, toToken: 'DOGE' }, everySeconds: 10 })
      ).slice(0, 2),
    ).to.deep.equal([404, 'UNROUTABLE_LANE']);
    expect(await refusal(paths.schedule, { route, everySeconds: 10, live: 'true' })).to.deep.equal([
      400,
      'BAD_REQUEST',
      'live must be true or false; got "true"',
    ]);
    expect(
      await refusal(paths.schedule, { route: { ...route, remark: 1 }, everySeconds: 10 }),
    ).to.deep.equal([
      400,
      'BAD_REQUEST',
      '"route.remark" is not a field of this request; correct or remove it',
    ]);
    expect(await refusal(paths.conditional, { route })).to.deep.equal([
      400,
      'MISSING_FIELD',
      'when is missing; wanted an object {type, asset, value}',
    ]);
    expect(
      await refusal(paths.conditional, { route, when: { type: 'priceAbove', value: 1 } }),
    ).to.deep.equal([
      400,
      'MISSING_FIELD',
      'when.asset is missing; wanted an asset or symbol such as "ETH"',
    ]);
    expect(
      await refusal(paths.conditional, {
        route,
        when: { type: 'priceAround', asset: 'ETH', value: 1 },
      }),
    ).to.deep.equal([
      400,
      'BAD_REQUEST',
      'when.type must be "priceAbove", "priceBelow" or "timeAfter"; got "priceAround"',
    ]);
    expect(
      (
        await refusal(paths.conditional, {
          route,
          when: { type: 'priceAbove', asset: 'DOGE', value: 1 },
        })
      )[2],
    ).to.contain('when.asset must be an asset this service knows; got "DOGE"; it knows');
  });

  it('are read and cancelled by their ids, and are not there by any other', async () => {
    const [schedule, conditional] = [
      `${paths.schedule}/${sampleScheduleId}`,
      `${paths.conditional}/${sampleConditionalId}`,
    ];

    expect((await get(schedule)).body).to.include({
      id: sampleScheduleId,
      status: 'active',
      remaining: 23,
    });
    expect((await get(conditional)).body).to.include({ id: sampleConditionalId, status: 'fired' });
    expect((await service.delete(`/gate${schedule}`)).body).to.deep.equal({
      id: sampleScheduleId,
      status: 'cancelled',
    });
    const fired = await service.delete(`/gate${conditional}`);
    expect([fired.status, fired.body['errorCode']]).to.deep.equal([409, 'ALREADY_ENDED']);

    const nowhere = [
      `${paths.schedule}/sched_${'0'.repeat(32)}`,
      `${paths.schedule}/${sampleConditionalId}`,
      `${paths.schedule}/x`,
      `${paths.conditional}/cond_${'0'.repeat(32)}`,
      `${paths.conditional}/${sampleScheduleId}`,
    ];
    for (const path of nowhere)
      expect(
        [(await get(path)).status, (await service.delete(`/gate${path}`)).status],
        path,
      ).to.deep.equal([404, 404]);
  });
});
