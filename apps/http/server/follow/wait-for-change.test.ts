import { laneKemHeader, laneNetwork } from '../limits/lane-network.ts';
import { expect } from 'chai';
import { fakeHttpDeps } from '../../testing/fake-http-deps.ts';
import { sampleRoute } from '../../testing/sample-route.ts';
import { answerInside } from '../answer-inside.ts';
import { createHttpApp } from '../http-app.ts';

describe('a status that is asked to wait', () => {
  it('does not wait in the private lane, whose relay it would hold', async () => {
    const waits: string[] = [];
    const deps = fakeHttpDeps({
      notifier: {
        onChanged(routeId) {
          waits.push(routeId);
          return () => undefined;
        },
      },
    });
    const ask = answerInside(() => createHttpApp(deps).callback());

    const { status, content } = await ask({
      method: 'GET',
      path: `/api/route/status?id=${sampleRoute().id}&wait=30`,
      content: Buffer.alloc(0),
      network: laneNetwork,
      headers: { [laneKemHeader]: 'X25519' },
    });

    // CAST: a receipt, by its status.
    const { id } = JSON.parse(Buffer.from(content).toString()) as { id: string };
    expect([status, id]).to.deep.equal([200, sampleRoute().id]);
    expect(waits).to.deep.equal([]);
  });
});
