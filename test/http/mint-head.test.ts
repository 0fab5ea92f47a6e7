import { sampleKey, samplePass } from '@interline/http/testing';
import { RelayError } from '@interline/kernel';
import { expect } from 'chai';
import { type Service, startService } from './start-service.ts';

const path = '/api/plus/mint-head';

describe('the head of the mint', () => {
  let service: Service;
  afterEach(() => service.close());
  const get = (headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${service.url}${path}`, { headers });

  it('is the same bytes for every caller, and may be kept by any cache', async () => {
    service = await startService();
    const callers: readonly Record<string, string>[] = [
      {},
      { 'x-svc-key': sampleKey },
      { 'x-svc-pass': samplePass(7) },
      { authorization: 'Bearer somebody', 'user-agent': 'another', 'accept-language': 'fr' },
      { origin: 'https://app.example', 'x-forwarded-for': '203.0.113.9' },
    ];
    const answers = await Promise.all(callers.map(get));
    const bodies = await Promise.all(answers.map((answer) => answer.text()));

    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200, 200]);
    expect(new Set(bodies).size).to.equal(1);
    expect(new Set(answers.map(({ headers }) => headers.get('etag'))).size).to.equal(1);
    expect(new Set(answers.map(({ headers }) => headers.get('cache-control')))).to.deep.equal(
      new Set(['public, max-age=0']),
    );
    const tag = answers[0]?.headers.get('etag') ?? '';
    expect((await get({ 'if-none-match': tag })).status).to.equal(304);
  });

  it('is in the info of passes too, with the name of its log', async () => {
    service = await startService();
    const view = (await (await get()).json()) as { head: unknown; origin: string }; // CAST: checked below.
    const info = (await (await fetch(`${service.url}/api/plus/info`)).json()) as {
      tokens: { head: unknown };
      ring: { witnessSlot: string; watched: string; rotationWitnessRefused: number };
    }; // CAST: checked below.

    expect(info.tokens.head).to.deep.equal(view.head);
    expect(info.ring.witnessSlot).to.equal(view.origin);
    expect(info.ring.rotationWitnessRefused).to.equal(0);
    expect(info.ring.watched).to.match(/^No witness watches this mint/);
  });

  it('is not there without passes, and not yet if the log cannot be opened', async () => {
    service = await startService({
      useCases: {
        passes: {
          assertEnabled: () => {
            throw new RelayError('PLUS_DISABLED');
          },
        },
      },
    });
    const disabled = await get();
    await service.close();
    service = await startService({ useCases: { passes: { describeMint: async () => null } } });
    const notYet = await get();

    expect([disabled.status, notYet.status]).to.deep.equal([404, 503]);
    expect(((await notYet.json()) as { errorCode: string }).errorCode).to.equal(
      'MINT_ROTATION_UNWITNESSED',
    ); // CAST: an error's body.
  });
});
