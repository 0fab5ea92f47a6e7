import { createClient } from '@interline/client';
import {
  base64Of,
  blindMessages,
  bytesInBase64,
  finalizeAll,
  type Pass,
  passText,
  readPublicKey,
  takeTrial,
} from '@interline/client/passes';
import { expect } from 'chai';
import { type Harness, startHarness } from '../support/harness.ts';

const quote = '/api/route/quote?fromChain=8453&toChain=42161&amount=1000000&token=USDC';

describe('trial passes', () => {
  let harness: Harness;
  beforeEach(async () => {
    harness = await startHarness({ limitScale: 1 });
  });
  afterEach(() => harness.stop());

  const client = () => createClient({ baseUrl: harness.url });
  const ask = (path: string, pass?: Pass): Promise<number> =>
    fetch(`${harness.url}${path}`, {
      headers: pass === undefined ? {} : { 'x-svc-pass': passText(pass) },
    }).then(({ status }) => status);

  it('are taken blinded, and each takes one request past the limit of everybody', async () => {
    const { passes, seq, remainingToday } = await takeTrial(client(), 20);
    const [first, second] = passes;
    for (let n = 0; n < 40; n += 1) await ask(quote);

    const statuses = [
      await ask(quote),
      await ask(quote, first),
      await ask(quote, second),
      await ask(quote.replace('1000000', '2000000'), first),
    ];

    expect([passes.length, seq, remainingToday]).to.deep.equal([20, 1, 280]);
    expect(statuses).to.deep.equal([429, 200, 200, 409]);
  });

  it('are redeemed once, of 40 that try at once', async () => {
    const { passes } = await takeTrial(client(), 1);
    const tries = await Promise.all(
      Array.from({ length: 40 }, () =>
        fetch(`${harness.url}/api/plus/redeem`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(passes[0]),
        }).then(({ status }) => status),
      ),
    );

    expect([
      tries.filter((status) => status === 200).length,
      tries.filter((status) => status === 409).length,
    ]).to.deep.equal([1, 39]);
  });

  it('have the same signatures when the same values are sent again, and count again', async () => {
    const { tokens } = await client().call('GET /api/plus/info', {});
    const key = await readPublicKey(tokens.publicKeyJwk ?? { kty: '', n: '', e: '' });
    const blindings = await blindMessages(key, 2);
    const body = { blinded: blindings.map(({ blinded }) => base64Of(blinded)) };

    const first = await client().call('POST /api/plus/trial', { body });
    const again = await client().call('POST /api/plus/trial', { body });
    const passes = finalizeAll(key, blindings, first.blindSigs.map(bytesInBase64));

    expect(again).to.deep.equal({ ...first, remainingToday: 296 });
    expect([first.thumb, first.remainingToday, passes.length]).to.deep.equal([key.thumb, 298, 2]);
  });

  it('are 300 a day, all or none of a request, in five requests', async () => {
    const taken = [
      await takeTrial(client(), 115),
      await takeTrial(client(), 115),
      await takeTrial(client(), 30),
    ].map(({ remainingToday }) => remainingToday);
    const refused = await refusalOf(() => takeTrial(client(), 41));
    const last = await takeTrial(client(), 40);
    const sixth = await refusalOf(() => takeTrial(client(), 1));

    expect(taken).to.deep.equal([185, 70, 40]);
    expect(refused).to.include({ errorCode: 'RATE_LIMITED', retryAfterMs: 86_400_000 });
    expect(last.remainingToday).to.equal(0);
    expect(sixth).to.include({ errorCode: 'RATE_LIMITED' });
  });

  it('are refused above 300 values and above 40,000 bytes, and 115 are taken', async () => {
    const post = (values: number, text: string): Promise<number> =>
      fetch(`${harness.url}/api/plus/trial`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ blinded: Array.from({ length: values }, () => text) }),
      }).then(({ status }) => status);
    const value = Buffer.alloc(256, 1).toString('base64');

    expect([
      await post(301, 'AA=='),
      await post(116, value),
      await post(115, value),
      await post(1, Buffer.alloc(255, 1).toString('base64')),
      await post(1, Buffer.alloc(256, 255).toString('base64')),
    ]).to.deep.equal([400, 413, 200, 400, 400]);
  });
});

async function refusalOf(work: () => Promise<unknown>): Promise<unknown> {
  return work().then(
    () => 'nothing was refused',
    (error: unknown) => error,
  );
}
