import { chainRef } from '@interline/kernel';
import { expect } from 'chai';
import { esploraChain } from './esplora-chain.ts';
import type { EsploraHttp } from './esplora-http.ts';

const chain = chainRef('bip122:000000000019d6689c085ae165831e93');
const { signal } = new AbortController();

describe('the chain below the tip of an Esplora', () => {
  it('is walked by the parents of its blocks, each asked for once', async () => {
    const { blocks, asked } = api(300);
    const tip = await blocks.tip(signal);

    await blocks.assertHolds(tip, [block(298), block(298), block(297)], signal);
    await blocks.assertHolds(tip, [block(297)], signal);

    expect(asked()).to.deep.equal([
      '/blocks/tip/hash',
      `/block/${hashOf(300)}`,
      `/block/${hashOf(299)}`,
      `/block/${hashOf(298)}`,
    ]);
  });

  it('is asked for by height a day deep, once for each block', async () => {
    const { blocks, asked } = api(300);
    const tip = await blocks.tip(signal);

    await blocks.assertHolds(tip, [block(156)], signal);
    await blocks.assertHolds(tip, [block(156)], signal);

    expect(asked().slice(2)).to.deep.equal(['/block-height/156']);
  });

  it('does not have another block of the same height, shallow or deep, nor one above', async () => {
    const { blocks } = api(300);
    const tip = await blocks.tip(signal);

    for (const [height, words] of [
      [299, /that its chain does not have/],
      [156, /that its chain does not have/],
      [301, /above its own tip/],
    ] as const) {
      const error = await blocks
        .assertHolds(tip, [{ height, hash: 'f'.repeat(64) }], signal)
        .catch(String);
      expect(error).to.match(words);
    }
  });
});

function hashOf(height: number): string {
  return height.toString(16).padStart(64, '0');
}

function block(height: number) {
  return { height, hash: hashOf(height) };
}

function api(height: number) {
  const asked: string[] = [];
  const find: EsploraHttp['find'] = async (path, read) => {
    asked.push(path);
    return read(path.startsWith('/block-height') ? hashOf(Number(path.slice(14))) : hashOf(height));
  };
  const findJson: EsploraHttp['findJson'] = async (path, read) => {
    asked.push(path);
    const at = BigInt(`0x${path.slice(7)}`);
    const previousblockhash = hashOf(Number(at) - 1);
    return read({ id: path.slice(7), height: at, mediantime: 1n, previousblockhash });
  };
  // CAST: the two methods that are used.
  const http = { find, findJson } as EsploraHttp;
  return { blocks: esploraChain(chain, http), asked: () => asked };
}
