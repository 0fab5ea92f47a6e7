import type { WayExamination } from '@interline/plugins';
import { expect } from 'chai';
import { never } from './testing/never.ts';
import { railOver } from './testing/rail-over.ts';
import { scriptedHttp } from './testing/scripted-http.ts';
import { depositCall, quoteBody } from './upstream/across/testing/quote-body.ts';
import { across } from './upstream/across/across.ts';
import type { Ask } from './upstream/upstream.ts';
import { testAsk } from './testing/test-ask.ts';

/** The doctor's report about Across for this response. */
async function examined(
  change: (body: Record<string, unknown>) => unknown,
  status = 200,
): Promise<{ readonly told: WayExamination | null | undefined; readonly asked: number }> {
  const http = scriptedHttp(async ({ url }) => {
    const { searchParams } = new URL(url);
    const ask: Ask = testAsk({});
    const body = quoteBody(
      ask,
      depositCall(ask, {
        depositor: String(searchParams.get('refundAddress')),
        recipient: String(searchParams.get('recipient')),
      }),
    );
    return { status, body: JSON.stringify(change(body)) };
  });
  const settings = { engines: { across: { chainIds: [8453, 42161] } } };
  const { rail } = railOver([across], { http, settings });
  return { told: await rail.examine?.('across', never()), asked: http.requests.length };
}

const says = '100 USDC from eip155:8453 to eip155:42161 over across: ';
const priced = {
  isPriced: true,
  says: `${says}99.9 USDC`,
  isNew: [],
  isMissing: [],
  isUnread: [],
};

describe('an engine that is examined', () => {
  it('is asked once for 100 dollars, and is well if its response matches the recording', async () => {
    expect(await examined((body) => body)).to.deep.equal({ told: priced, asked: 1 });
  });

  it('reports a new member, which does not affect the reading', async () => {
    const { told } = await examined((body) => ({
      ...body,
      route: { hops: 2 },
      steps: { ...(body['steps'] as object), queue: [] },
    }));

    expect(told).to.deep.equal({ ...priced, isNew: ['route', 'steps.queue'] });
  });

  it('reports a renamed member as one missing and one new', async () => {
    const { told } = await examined(({ expectedOutputAmount, ...body }) => ({
      ...body,
      outputAmount: expectedOutputAmount,
    }));

    expect(told).to.deep.equal({
      isPriced: false,
      says: `${says}RAIL_FAULT, across answered its quote in another shape than it documents, at expectedOutputAmount`,
      isNew: ['outputAmount'],
      isMissing: ['expectedOutputAmount'],
      isUnread: [],
    });
  });

  it('reports what is missing or unreadable, even if the price can be read without it', async () => {
    const silent = await examined(({ expectedFillTime: _time, ...body }) => body);
    const vague = await examined((body) => ({ ...body, expectedFillTime: 'soon' }));

    expect(silent.told).to.deep.equal({ ...priced, isMissing: ['expectedFillTime'] });
    expect(vague.told).to.deep.equal({ ...priced, isUnread: ['expectedFillTime'] });
  });

  it('reports a refusal as one, and compares nothing', async () => {
    const { told } = await examined(
      () => ({ type: 'AcrossApiError', code: 'AMOUNT_TOO_LOW' }),
      400,
    );

    expect(told).to.deep.equal({
      ...priced,
      isPriced: false,
      says: `${says}NO_ROUTE, the amount is too low to pay for its fill on across`,
    });
  });

  it('does not exist under another name', async () => {
    expect(await railOver([across]).rail.examine?.('acros', never())).to.equal(null);
  });
});
