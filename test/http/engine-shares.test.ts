import { memoryRateLimiter } from '@interline/adapters/rate-limiter';
import { payer, sampleKey, samplePass } from '@interline/http/testing';
import { expect } from 'chai';
import { type Service, startService } from './start-service.ts';

const lane = { fromChain: 8453, toChain: 42161, amount: '25000000', token: 'USDC' };
const leg = { ...lane, toAddress: payer };

/** Whose shares of the engines' limits each question used, as its sender came. */
describe("a client's share of the engines' request limits", () => {
  let service: Service;
  beforeEach(async () => {
    const clock = { monotonic: () => 0, now: () => 0 };
    service = await startService({
      rateLimiter: memoryRateLimiter(clock),
      trustedProxies: ['127.0.0.1'],
      useCases: { apiKeys: { recognizeKey: async () => true } },
    });
  });
  afterEach(() => service.close());

  const askersOf = async (address: string, headers: Record<string, string> = {}) => {
    await service.post('/api/route/quote', lane, { 'x-forwarded-for': address, ...headers });
    return service.deps.asked.quotes.at(-1)?.[0].askedBy ?? [];
  };

  it("is one IPv4 address's, and one IPv6 /56's whatever the rest of the address is", async () => {
    const [first, same, other] = [
      await askersOf('192.0.2.7'),
      await askersOf('192.0.2.7'),
      await askersOf('192.0.2.8'),
    ];
    const [six, inIt, beside] = [
      await askersOf('2001:db8:1:ff00::1'),
      await askersOf('2001:db8:1:ffff:ffff::9'),
      await askersOf('2001:db8:1:fe00::1'),
    ];

    expect([first, six]).to.deep.equal([same, inIt]);
    expect(new Set([first, other, six, beside].map(String)).size).to.equal(4);
    expect(first).to.have.length(1);
  });

  it('also belongs to its key: more keys give an address nothing, and more addresses give a key nothing', async () => {
    const [ownKey, otherKey] = [sampleKey, `ak_${'0f'.repeat(24)}`];
    const bare = await askersOf('192.0.2.7');

    const [shown, second, elsewhere] = [
      await askersOf('192.0.2.7', { 'x-svc-key': ownKey }),
      await askersOf('192.0.2.7', { 'x-svc-key': otherKey }),
      await askersOf('192.0.2.8', { 'x-svc-key': ownKey }),
    ];

    expect([shown[0], second[0]]).to.deep.equal([bare[0], bare[0]]);
    expect(shown[1]).to.equal(elsewhere[1]);
    expect(new Set([...shown, ...second, ...elsewhere]).size).to.equal(4);
  });

  it('is a new one with each pass, whichever client sends it', async () => {
    const withPass = async (n: number) => askersOf('192.0.2.7', { 'x-svc-pass': samplePass(n) });
    const bare = await askersOf('192.0.2.7');

    const [first, second] = [await withPass(1), await withPass(2)];

    expect([first.length, second.length]).to.deep.equal([1, 1]);
    expect(new Set([...bare, ...first, ...second]).size).to.equal(3);
  });

  it('is used by each leg of its batch, whatever its daily budgets are counted to', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.7', 'x-svc-key': sampleKey };
    const bare = await askersOf('192.0.2.7', { 'x-svc-key': sampleKey });

    await service.post('/api/route/batch', { routes: [leg, leg] }, headers);

    expect(service.deps.asked.batches.at(-1)?.[1]).to.deep.include({
      client: bare[0],
      askedBy: bare,
    });
  });
});
