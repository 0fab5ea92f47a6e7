import { NoAnswerError, type RouteReceipt, ServiceError } from '@interline/client';
import { expect } from 'chai';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  keepAccepted,
  keepFollowed,
  type KeptRoute,
  type RoutesKept,
  routesOf,
} from './kept-routes.ts';
import { ownRoutes } from './own-routes.ts';

const nowMs = 1_800_000_000_000;
const dayMs = 86_400_000;

describe("the routes of one's own", () => {
  it('are read again if they may still change, and listed newest first', async () => {
    const kept = keptRoutes([
      routeOf('1', 'BRIDGING', 2 * dayMs),
      routeOf('2', 'DONE', 1_000),
      routeOf('3', 'DONE', 2 * dayMs + 1),
    ]);
    const asked: string[] = [];

    const page = await ownRoutes(answering('DONE', asked), kept, { limit: 20 }, nowMs);

    expect(
      page.routes.map(({ receipt, asOf }) => [receipt.id, receipt.status, asOf]),
    ).to.deep.equal([
      [idOf('2'), 'DONE', 'now'],
      [idOf('1'), 'DONE', 'now'],
      [idOf('3'), 'DONE', 'kept'],
    ]);
    expect(asked).to.have.members([idOf('1'), idOf('2')]);
    expect((await kept.all()).map(({ receipt }) => receipt.status)).to.deep.equal([
      'DONE',
      'DONE',
      'DONE',
    ]);
  });

  it('are filtered by state and chain, and paged', async () => {
    const routes = ['1', '2', '3'].map((digit, index) =>
      routeOf(digit, 'FAILED', (3 + index) * dayMs),
    );
    const kept = keptRoutes([...routes, routeOf('4', 'DONE', 2 * dayMs), elsewhere]);
    const client = answering('DONE', []);
    const wanted = { state: 'failed', chain: '8453', limit: 2 };

    const first = await ownRoutes(client, kept, wanted, nowMs);
    const second = await ownRoutes(client, kept, { ...wanted, after: first.next ?? '' }, nowMs);

    expect(first.routes.map(({ receipt }) => receipt.id)).to.deep.equal([idOf('1'), idOf('2')]);
    expect(first.next).to.equal(idOf('2'));
    expect(second.routes.map(({ receipt }) => receipt.id)).to.deep.equal([idOf('3')]);
    expect(second.next).to.equal(null);
  });

  it('stay as they were last known while no service answers, which is asked once', async () => {
    const kept = keptRoutes([1, 2, 3, 4, 5, 6, 7].map((one) => routeOf(`${one}`, 'BRIDGING', one)));
    let asked = 0;
    const status = async (): Promise<RouteReceipt> => {
      asked += 1;
      throw new NoAnswerError('no service answers at http://127.0.0.1:9', null);
    };

    const page = await ownRoutes({ status }, kept, { limit: 20 }, nowMs);

    expect(page.routes.map(({ asOf }) => asOf)).to.deep.equal(Array<string>(7).fill('kept'));
    expect(page.unread).to.equal('no service answers at http://127.0.0.1:9');
    expect(asked).to.equal(5);
  });

  it('are unknown if the service no longer has that id, as after a new devnet', async () => {
    const kept = keptRoutes([routeOf('1', 'BRIDGING', 1_000)]);
    const status = async (): Promise<RouteReceipt> => {
      throw new ServiceError(404, { error: 'no such route', errorCode: 'UNKNOWN_ROUTE' });
    };

    const page = await ownRoutes({ status }, kept, { limit: 20 }, nowMs);

    expect([page.routes[0]?.asOf, page.unread]).to.deep.equal(['unknown', null]);
  });

  it('are kept as files by the service, and one that cannot be kept stops nothing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'interline-routes-'));
    const before = process.env['INTERLINE_ROUTES'];
    process.env['INTERLINE_ROUTES'] = folder;
    try {
      const { receipt } = routeOf('1', 'BRIDGING', 0);
      await keepAccepted('http://127.0.0.1:8787', receipt);
      await keepAccepted('http://127.0.0.1:8787', { ...receipt, id: '../../rt_1' });

      const [accepted] = await routesOf('http://127.0.0.1:8787').all();
      await keepFollowed('http://127.0.0.1:8787', { ...receipt, status: 'DONE' });
      await keepFollowed('http://127.0.0.1:8787', { ...receipt, id: `rt_${'9'.repeat(32)}` });

      const here = await routesOf('http://127.0.0.1:8787').all();
      const elsewhereKept = await routesOf('http://127.0.0.1:8788').all();

      expect(accepted?.receipt).to.deep.equal(receipt);
      expect(here).to.deep.equal([{ ...accepted, receipt: { ...receipt, status: 'DONE' } }]);
      expect(elsewhereKept).to.deep.equal([]);
    } finally {
      if (before === undefined) delete process.env['INTERLINE_ROUTES'];
      else process.env['INTERLINE_ROUTES'] = before;
      await rm(folder, { recursive: true });
    }
  });
});

function idOf(digit: string): string {
  return `rt_${digit.repeat(32)}`;
}

function routeOf(digit: string, status: RouteReceipt['status'], agoMs: number): KeptRoute {
  const receipt = { id: idOf(digit), status, from: { chain: 8453 }, to: { chain: 42161 } };
  // CAST: what is read of it here.
  return { acceptedAtMs: nowMs - agoMs, receipt: receipt as RouteReceipt };
}

const elsewhere: KeptRoute = {
  ...routeOf('5', 'FAILED', 2 * dayMs),
  // CAST: what is read of it here.
  receipt: {
    id: idOf('5'),
    status: 'FAILED',
    from: { chain: 10 },
    to: { chain: 1 },
  } as RouteReceipt,
};

function keptRoutes(routes: readonly KeptRoute[]): Pick<RoutesKept, 'keep' | 'all'> {
  const byId = new Map(routes.map((route) => [route.receipt.id, route]));
  return {
    async keep(route) {
      byId.set(route.receipt.id, route);
    },
    async all() {
      return [...byId.values()].toSorted((one, other) => other.acceptedAtMs - one.acceptedAtMs);
    },
  };
}

function answering(status: RouteReceipt['status'], asked: string[]) {
  return {
    async status(id: string): Promise<RouteReceipt> {
      asked.push(id);
      return { ...routeOf(id.slice(-1), status, 0).receipt, id };
    },
  };
}
