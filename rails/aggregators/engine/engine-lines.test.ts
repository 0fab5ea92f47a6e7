import { testRequest } from '@interline/plugins/testing';
import { expect } from 'chai';
import { never } from '../testing/never.ts';
import { railOver } from '../testing/rail-over.ts';
import { scriptedHttp } from '../testing/scripted-http.ts';
import { socket } from '../upstream/socket/socket.ts';

/** The host that gets Socket's price request, and the key that is sent. */
async function askedWith(own: object): Promise<readonly [host: string, key: string | undefined]> {
  const http = scriptedHttp(async () => ({ status: 404 }));
  const { rail } = railOver([socket], { http, settings: { engines: { socket: own } } });
  await rail.offers(testRequest({ units: 100_000_000n }), never());
  const [asked] = http.requests;
  return [new URL(asked?.url ?? '').host, asked?.headers?.['x-api-key']];
}

describe('the lines of an engine', () => {
  it('lead to its public base without a key, and to the authenticated base with one', async () => {
    expect(await askedWith({})).to.deep.equal(['public-backend.socket.tech', undefined]);
    expect(await askedWith({ apiKey: 'k' })).to.deep.equal(['dedicated-backend.socket.tech', 'k']);
  });

  it('lead to the base that the deployment names, also with a key', async () => {
    expect(await askedWith({ apiKey: 'k', baseUrl: 'https://socket.example' })).to.deep.equal([
      'socket.example',
      'k',
    ]);
  });
});
