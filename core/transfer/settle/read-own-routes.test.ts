import { evmAddress, evmChain } from '@interline/kernel';
import { expect } from 'chai';
import type { OwnRoute } from '../repository.ts';
import { askWallet, type OwnRoutesQuestion, readOwnRoutes } from './read-own-routes.ts';

const wallet = evmAddress(`0x${'ab'.repeat(20)}`);
const service = 'https://relay.example';
const chains = [evmChain(8453), evmChain(42161)];
const { signal } = new AbortController();
const good = '0x01';
const ofCode = '0x02';

describe('the routes of a wallet', () => {
  it('are shown for five minutes to the signer, newest first, page by page', async () => {
    const { ask, read, searches, at } = given(3);
    const { text, expiresAtMs } = ask(wallet);

    const first = await read({ ...question, text, limit: 2 }, signal);
    at(299_999);
    const second = await read({ ...question, text, limit: 2, after: first.next }, signal);

    expect(text.split('\n').slice(2, 5)).to.deep.equal([
      'Service: https://relay.example',
      `Wallet: ${wallet}`,
      'Issued: 1970-01-01T00:00:00.000Z',
    ]);
    expect(expiresAtMs).to.equal(300_000);
    expect([first.routes.length, first.next, second.next]).to.deep.equal([
      2,
      { id: 'rt_2', createdAtMs: 2 },
      null,
    ]);
    expect(searches).to.deep.equal([
      { payer: wallet, chains, after: null, limit: 3 },
      { payer: wallet, chains, after: { id: 'rt_2', createdAtMs: 2 }, limit: 3 },
    ]);
  });

  it('are refused if the text is too old, from the future, of another service, altered, or unsigned', async () => {
    const { ask, read, searches, at } = given(1);
    const { text } = ask(wallet);
    const codeOf = (change: Partial<OwnRoutesQuestion>): Promise<unknown> =>
      read({ ...question, text, ...change }, signal).then(
        () => 'shown',
        (error: unknown) => (error as { code: unknown }).code, // CAST: a RelayError.
      );

    const other = text.replace('relay.example', 'evil.example');
    const altered = [
      other,
      text.replace(wallet, `0x${'cd'.repeat(20)}`),
      `${text}\n`,
      text.replace('00.000Z', '61.000Z'),
      text.replace('moves nothing', 'moves all'),
      '',
    ];
    const codes = await Promise.all(altered.map((one) => codeOf({ text: one })));
    const unsigned = await codeOf({ signature: '0x03' });
    at(-60_001);
    const early = await codeOf({});
    at(300_000);
    const late = await codeOf({});

    expect(codes).to.deep.equal([
      'WALLET_TEXT_INVALID',
      'WALLET_SIGNATURE_INVALID',
      'WALLET_TEXT_INVALID',
      'WALLET_TEXT_INVALID',
      'WALLET_TEXT_INVALID',
      'WALLET_TEXT_INVALID',
    ]);
    expect([unsigned, early, late]).to.deep.equal([
      'WALLET_SIGNATURE_INVALID',
      'WALLET_TEXT_EXPIRED',
      'WALLET_TEXT_EXPIRED',
    ]);
    expect(searches).to.deep.equal([]);
  });

  it('are limited to the named chain, for a contract and also for a key', async () => {
    const { ask, read, searches } = given(1);
    const { text } = ask(wallet);
    const [chain = evmChain(1)] = chains;

    await read({ ...question, text, signature: ofCode, chain }, signal);
    await read({ ...question, text, chain }, signal);
    const elsewhere = await read(
      { ...question, text, signature: ofCode, chain: evmChain(1) },
      signal,
    ).catch((error: unknown) => (error as { code: unknown }).code); // CAST: a RelayError.

    expect(searches.map((search) => (search as { chains: unknown }).chains)).to.deep.equal([
      [chain],
      [chain],
    ]);
    expect(elsewhere).to.equal('WALLET_SIGNATURE_INVALID');
  });
});

const question: OwnRoutesQuestion = {
  text: '',
  signature: good,
  chain: null,
  after: null,
  limit: 25,
};

/** A wallet whose key signs as `good`, and whose code on the first chain accepts `ofCode`. */
function given(count: number) {
  let nowMs = 0;
  const searches: object[] = [];
  const all = Array.from({ length: count }, (_, at): OwnRoute => ({
    id: `rt_${count - at}`,
    status: 'DONE',
    stage: 'DELIVERED',
    createdAtMs: count - at,
  }));
  const ports = {
    clock: { now: () => nowMs },
    service,
    chains,
    store: {
      reads: {
        transfers: {
          routesOfPayer: async (search: { readonly after: object | null }) => {
            searches.push(search);
            return search.after === null ? all : all.slice(2);
          },
        },
      },
    },
    wallets: {
      isOfKey: (signed: { readonly wallet: string; readonly signature: string }) =>
        signed.wallet === wallet && signed.signature === good,
      isOfCode: async (chain: string, { signature }: { readonly signature: string }) =>
        chain === chains[0] && signature === ofCode,
    },
  };
  return {
    ask: askWallet(ports),
    read: readOwnRoutes(ports),
    searches,
    at: (ms: number) => {
      nowMs = ms;
    },
  };
}
