import fc from 'fast-check';
import { expect } from 'chai';
import { fuzzPosts } from './fuzz/fuzz-posts.ts';
import { poisonedBodies } from './fuzz/hostile-bodies.ts';
import { ServedDocument } from './openapi/document.ts';
import { type Service, startService } from './start-service.ts';

const seed = 20_260_729;

/** `npm run test:fuzz` sends as many as one likes. */
describe('hostile bodies', () => {
  let service: Service;
  let document: ServedDocument;
  before(async () => {
    service = await startService();
    document = await ServedDocument.of(service.url);
  });
  after(async () => service.close());

  it('end, five hundred of them over all POSTs, in an announced answer, never in a fault, and none takes long', async () => {
    const { statuses, slowestMs } = await fuzzPosts({
      url: service.url,
      document,
      bodies: 500,
      seed,
      atOnce: 1,
    });

    expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).to.equal(500);
    expect(statuses.get(400)).to.be.above(250);
    expect(slowestMs).to.be.below(20_000);
    expect(service.deps.log.lines.filter((line) => line.level === 'error')).to.deep.equal([]);
  });

  it('that lead to a prototype change no decision: a thousand of them are refused, and nothing is asked', async () => {
    const posts = document.operations.filter(({ method }) => method === 'POST');
    const before = JSON.stringify(service.deps.asked, (_key, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    );

    for (const { path, requestBody } of posts.filter(
      (one) => one.requestBody?.content['application/json'] !== undefined,
    )) {
      const good = requestBody?.content['application/json']?.example as Readonly<
        Record<string, unknown>
      >; // CAST: a test of the document asks that it is there.
      for (const body of fc.sample(poisonedBodies(good), {
        numRuns: Math.ceil(1_000 / posts.length),
        seed,
      })) {
        const reply = await service.post(path, body.toString());
        expect([reply.status, reply.body['errorCode']], `${path} ${body.toString()}`).to.deep.equal(
          [400, 'BAD_REQUEST'],
        );
      }
    }

    expect(
      JSON.stringify(service.deps.asked, (_key, value: unknown) =>
        typeof value === 'bigint' ? value.toString() : value,
      ),
    ).to.equal(before);
    expect(Object.prototype).not.to.have.any.keys('live', 'dryRun', 'isOperator');
  });
});
