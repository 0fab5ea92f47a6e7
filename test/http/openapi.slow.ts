import { type Harness, startHarness } from '../support/harness.ts';
import { playgroundRail } from '../support/playground-rail.ts';
import { stockRail } from '../support/stock-rail.ts';
import { ServedDocument } from './openapi/document.ts';
import { goodInputs } from './openapi/good-inputs.ts';
import { judgeFaultyBodies } from './openapi/judge-faulty-bodies.ts';

describe('every operation of the served document, on a running harness', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({ rails: [stockRail(), playgroundRail()] });
  });
  after(async () => harness.stop());

  it('refuses with 400 every body that the document refuses: missing, wrong-typed, out of bounds, hostile', async () => {
    const document = await ServedDocument.of(harness.url);
    const good = await goodInputs(harness, document);

    for (const operation of document.operations) {
      const { status: _status, ...input } = good.get(operation.operationId)?.[0] ?? {};
      await judgeFaultyBodies(harness, document, operation, { good: input, oneOf: 1 });
    }
  });
});
