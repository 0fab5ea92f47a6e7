import { bitcoinCustody, esploraNode } from '@interline/adapters/custody/bitcoin';
import { outboundHttp } from '@interline/adapters/outbound-http';
import { startEsplora } from '@interline/devnet';
import type { OutboundHttp, OutboundResponse, OutputId } from '@interline/ports';
import { expect } from 'chai';
import { withBitcoind } from '../../support/with-bitcoind.ts';
import { bitcoin as chain, custodyScene } from './custody-scene.ts';

const { signal } = new AbortController();

describe('an Esplora of several machines, of which one is stuck on a block that the chain has left', () => {
  const bitcoin = withBitcoind();
  const real = outboundHttp();
  let esplora: Awaited<ReturnType<typeof startEsplora>>;
  before(async () => {
    esplora = await startEsplora(bitcoin());
  });
  after(async () => {
    await esplora.stop();
    await real.close();
  });

  for (const [asked, path] of [
    ['address', /\/address\/.*\/utxo$/],
    ['transactions', /\/tx\/[0-9a-f]{64}\/status$/],
  ] as const)
    it(`shows no deposit seven deep that no block has, if it is asked for the ${asked}`, async () => {
      const kept = new Map<string, OutboundResponse>();
      let isStale = false;
      const http: OutboundHttp = {
        async request(request, until) {
          const old = isStale && path.test(request.url) ? kept.get(request.url) : undefined;
          const answer = old ?? (await real.request(request, until));
          kept.set(request.url, answer);
          return answer;
        },
      };
      const scene = custodyScene(bitcoin());
      const { deposits } = bitcoinCustody({
        ...scene.settings,
        nodes: [esploraNode({ chain, network: 'regtest', http, url: esplora.url })],
      });
      const address = deposits.addressOf(chain, 7);
      const look = async (known: readonly OutputId[] = []) => {
        const { addresses } = await deposits.seenAt(chain, [{ address, known }], signal);
        return addresses[0]?.outputs.map(({ confirmations }) => confirmations);
      };
      const tx = await bitcoin().pay(address, 50_000n);
      const [left = ''] = await bitcoin().mine();
      const known = [0, 1].map((output) => ({ tx, output }));
      expect([await look(), (await look(known))?.[0]]).to.deep.equal([[1], 1]);
      await bitcoin().rpc('invalidateblock', [left]);
      const elsewhere = await bitcoin().rpc('getnewaddress');
      for (let height = 0; height < 7; height += 1)
        await bitcoin().rpc('generateblock', [elsewhere, []]);
      isStale = true;

      const depths = await look(known).catch((error: unknown) => error);
      isStale = false;
      const depthsAfter = await look();

      expect(depths).to.include({ code: 'CHAIN_UNREACHABLE' });
      expect(depthsAfter).to.deep.equal([0]);
      await bitcoin().mine();
      expect(await look()).to.deep.equal([1]);
      await scene.close();
    });
});
