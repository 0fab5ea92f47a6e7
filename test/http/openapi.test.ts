import type { RememberingLimiter } from '@interline/ports';
import { parts } from '@interline/server';
import fc from 'fast-check';
import { expect } from 'chai';
import { type Harness, startHarness } from '../support/harness.ts';
import { playgroundRail } from '../support/playground-rail.ts';
import { stockRail } from '../support/stock-rail.ts';
import { arbitraryOf } from './openapi/arbitrary-of.ts';
import { type Answer, ask, checkAnnounced, type Input } from './openapi/ask.ts';
import { type Operation, parametersOf, ServedDocument } from './openapi/document.ts';
import { faultyValues } from './openapi/faulty-values.ts';
import { type GoodInput, goodInputs } from './openapi/good-inputs.ts';
import { judgeFaultyBodies } from './openapi/judge-faulty-bodies.ts';

const noLimits: RememberingLimiter = {
  takeOnce: async () => ({ isNew: true, sinceMs: 0, nowMs: Date.now() }),
  take: async () => ({ isAdmitted: true, remaining: 1_000, freesInMs: 0 }),
};
const generatedAtOnce = 20;
const longestQueryText = 8_000;
const seed = 20_260_729;

describe('every operation of the served document, on a running harness', () => {
  let harness: Harness;
  let document: ServedDocument;
  let good: ReadonlyMap<string, readonly GoodInput[]>;
  before(async () => {
    harness = await startHarness({
      rails: [stockRail(), playgroundRail()],
      // Passes are wrong here more often than a client may be wrong.
      rebind: (container) => container.rebind(parts.rateLimiter).toConstantValue(noLimits),
    });
    document = await ServedDocument.of(harness.url);
    good = await goodInputs(harness, document);
  });
  after(async () => harness.stop());

  async function answered(operation: Operation, input: Input): Promise<number> {
    const answer = await ask(harness.url, operation, input);
    checkAnnounced(document, operation, input, answer);
    return answer.status;
  }

  it('grants a good request, in the announced shape', async () => {
    for (const operation of document.operations) {
      for (const { status = 200, signNow, ...input } of good.get(operation.operationId) ?? []) {
        const asked = (await signNow?.()) ?? input;
        expect(await answered(operation, asked), operation.operationId).to.equal(status);
      }
    }
  });

  it('gives the first answer again under one Idempotency-Key, wherever the document offers one, and refuses it to another body', async () => {
    const offered = document.operations.filter(({ parameters = [] }) =>
      parameters.some((one) => '$ref' in one && one.$ref.endsWith('/idempotency-key')),
    );
    expect(offered.map(({ operationId }) => operationId)).to.deep.equal([
      'postPlan',
      'postRouteExecute',
      'postFloatlaneExecute',
      'postRouteBatch',
      'postRouteSchedule',
      'postRouteConditional',
      'postHooksRegister',
    ]);

    for (const operation of offered) {
      const input = firstOf(operation);
      const keyed = {
        ...input,
        headers: {
          ...input.headers,
          'idempotency-key': `key of ${operation.operationId}`.replaceAll(' ', '-'),
        },
      };
      const [first, again, other] = [
        await ask(harness.url, operation, keyed),
        await ask(harness.url, operation, keyed),
        await ask(harness.url, operation, {
          ...keyed,
          body: Buffer.from(` ${JSON.stringify(input.body)}`),
        }),
      ];

      for (const answer of [first, again, other])
        checkAnnounced(document, operation, keyed, answer);
      expect([first.status, again.status, other.status], operation.operationId).to.deep.equal([
        200, 200, 409,
      ]);
      expect(idOf(again), operation.operationId).to.equal(idOf(first));
    }
  });

  it('refuses with 400 a body that the document refuses: missing, wrong-typed, out of bounds, hostile', async () => {
    for (const operation of document.operations)
      await judgeFaultyBodies(harness, document, operation, {
        good: firstOf(operation),
        oneOf: 20,
      });
  });

  it('refuses with 400 every query that lacks what it must have, and answers every other as announced', async () => {
    for (const operation of document.operations) {
      const { query = {}, ...rest } = firstOf(operation);
      for (const { name, in: where, required, schema } of parametersOf(operation)) {
        if (where !== 'query') continue;
        const { [name]: _dropped, ...others } = query;
        const status = await answered(operation, { ...rest, query: others });
        if (required === true)
          expect(status, `${operation.operationId} without ${name}`).to.equal(400);
        for (const faulty of faultyValues(document, schema, query[name])) {
          const text = typeof faulty === 'string' ? faulty : JSON.stringify(faulty);
          // A request line above 16 KiB is refused by Node's own parser, before there is a row to
          // answer.
          if (text.length < longestQueryText)
            await answered(operation, { ...rest, query: { ...query, [name]: text } });
        }
      }
    }
  });

  it('follows what may be followed as events whose data are the announced answer, to its end', async () => {
    const followed = document.operations.filter(
      // A POST answers events of its own protocol, and by itself.
      ({ method, responses }) =>
        method === 'GET' && responses['200']?.content?.['text/event-stream'] !== undefined,
    );
    expect(followed.map(({ operationId }) => operationId)).to.deep.equal([
      'getRouteStatus',
      'getAccountEvents',
    ]);

    // An account has no end.
    for (const operation of followed.filter(({ path }) => path !== '/api/account/events')) {
      const response = await fetch(
        `${harness.url}${operation.path}?${new URLSearchParams(firstOf(operation).query).toString()}`,
        { headers: { accept: 'text/event-stream' } },
      );
      const told = [...(await response.text()).matchAll(/^data: (.*)$/gm)].map(
        ([, data = '']) => JSON.parse(data) as Record<string, unknown>,
      ); // CAST: checked against the document.

      for (const body of told)
        checkAnnounced(document, operation, {}, { status: 200, type: 'application/json', body });
      expect(told.at(-1)?.['status']).to.equal('DONE');
    }
  });

  it("finds nothing under names that can be no record's", async () => {
    for (const operation of document.operations.filter(({ path }) => path.includes('{'))) {
      for (const id of ['x', '..', '%00', 'a'.repeat(5_000), '__proto__', `wh_${'0'.repeat(32)}`]) {
        expect(
          await answered(operation, { params: { id } }),
          `${operation.operationId} ${id.slice(0, 40)}`,
        ).to.equal(404);
      }
    }
  });

  it('answers as announced for any body that its own schemas generate', async () => {
    for (const operation of document.operations) {
      const schema = document.bodyOf(operation);
      if (schema === null) continue;
      const { body, ...rest } = firstOf(operation);
      const whole = arbitraryOf(document, schema);
      const mixed = whole.map((drawn) => ({ ...(drawn as object), ...(body as object) }));
      for (const drawn of fc.sample(fc.oneof(whole, mixed), { numRuns: generatedAtOnce, seed }))
        await answered(operation, { ...rest, body: drawn });
    }
  });

  it('answers errors as problems if they are asked for, in the announced shape', async () => {
    for (const operation of document.operations.filter((one) => document.bodyOf(one) !== null)) {
      const { params = {} } = firstOf(operation);
      const answer = await ask(harness.url, operation, {
        params,
        body: [],
        headers: { accept: 'application/json, application/problem+json' },
      });

      checkAnnounced(document, operation, { body: [] }, answer);
      expect([answer.status, answer.type], operation.operationId).to.deep.equal([
        400,
        'application/problem+json',
      ]);
    }
  });

  function firstOf({ operationId }: Operation): Input {
    const { status: _status, ...input } = good.get(operationId)?.[0] ?? {};
    return input;
  }
});

function idOf({ body }: Answer): unknown {
  return (body as Record<string, unknown>)['id']; // CAST: the contract itself checks the shape.
}
