import { randomBytes } from 'node:crypto';
import type { Answered } from '@interline/http';
import { expect } from 'chai';
import { type Service, startService } from './start-service.ts';

describe('what is reported of answers', () => {
  let service: Service;
  let told: Answered[];
  beforeEach(async () => {
    told = [];
    service = await startService({
      onAnswered: (answered) => {
        told.push(answered);
      },
    });
  });
  afterEach(async () => service.close());

  it('is the row, the status and the time of each', async () => {
    await service.get('/api/route/chains');
    await service.get('/api/route/status');

    expect(told.map(({ seconds: _seconds, ...rest }) => rest)).to.deep.equal([
      { method: 'GET', path: '/api/route/chains', status: 200 },
      { method: 'GET', path: '/api/route/status', status: 400 },
    ]);
    expect(told.every(({ seconds }) => seconds > 0 && seconds < 5)).to.equal(true);
  });

  it('is few different things, whatever a thousand clients put into paths, queries and methods', async () => {
    const chance = (): string => randomBytes(8).toString('hex');
    const asked = Array.from({ length: 250 }, () => [
      `/api/hooks/wh_${chance()}`,
      `/api/route/schedule/${chance()}`,
      `/${chance()}/${chance()}`,
      `/api/route/status?id=${chance()}&${chance()}=1`,
    ]).flat();

    for (const path of asked)
      await (
        await fetch(`${service.url}${path}`, { method: told.length % 3 === 0 ? 'HEAD' : 'GET' })
      ).arrayBuffer();
    for (const method of ['OPTIONS', 'PUT', 'PATCH', 'PROPFIND'])
      await (await fetch(`${service.url}/api/route/quote`, { method })).arrayBuffer();

    expect(told).to.have.length(1_004);
    expect([...new Set(told.map(({ method, path }) => `${method} ${path}`))].sort()).to.deep.equal([
      'GET /api/hooks/{id}',
      'GET /api/route/schedule/{id}',
      'GET /api/route/status',
      'other other',
    ]);
  });

  it("is logged with the request's id, and holds nothing of what the request brought", async () => {
    await fetch(`${service.url}/api/route/status?id=rt_secret-of-mine`, {
      headers: {
        'x-svc-key': 'ak_secret-of-mine',
        'x-svc-pass': 'secret-of-mine',
        authorization: 'Bearer secret-of-mine',
      },
    });

    const lines = service.deps.log.lines.filter(({ event }) => event === 'request-answered');
    expect(lines.map(({ fields }) => fields?.['path'])).to.deep.equal(['/api/route/status']);
    expect(JSON.stringify(service.deps.log.lines)).not.to.contain('secret-of-mine');
  });
});
