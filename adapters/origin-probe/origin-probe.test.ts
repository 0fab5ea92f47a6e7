import { expect } from 'chai';
import { originProbe } from './origin-probe.ts';

describe('the probe of our public address', () => {
  it('shows the onion that an answer names, and asks once a minute', async () => {
    const { probe, asked, clock } = given({ 'onion-location': 'http://abcdef.onion/api' });

    const seen = await probe.look();
    clock.ms = 59_999;
    await probe.look();
    const within = asked.length;
    clock.ms = 60_000;
    await probe.look();

    expect(seen).to.deep.equal({
      onion: 'http://abcdef.onion',
      autoTransport: true,
      encryptedDns: false,
    });
    expect([within, asked.length]).to.deep.equal([1, 2]);
  });

  it('takes no other address for an onion, and another way to it for a transport', async () => {
    expect(await given({ 'onion-location': 'https://abcdef.example/' }).probe.look()).to.deep.equal(
      {
        onion: null,
        autoTransport: false,
        encryptedDns: false,
      },
    );
    expect(await given({ 'alt-svc': 'h3=":443"' }).probe.look()).to.deep.equal({
      onion: null,
      autoTransport: true,
      encryptedDns: false,
    });
  });

  it('shows what DNS has of the name though the address does not answer, and asks once a minute', async () => {
    const record = Buffer.from('000100000500060004fe0d0000', 'hex');
    const { probe, names, clock } = given(null, [record]);

    const seen = await probe.look();
    clock.ms = 59_999;
    await probe.look();
    const within = [...names];
    clock.ms = 60_000;
    await probe.look();

    expect(seen).to.deep.equal({ onion: null, autoTransport: false, encryptedDns: true });
    expect([within, names]).to.deep.equal([['relay.example'], ['relay.example', 'relay.example']]);
  });

  it('shows nothing for an address that does not answer, and for no address', async () => {
    const silent = given(null).probe;
    const none = originProbe(null, {
      http: { request: () => Promise.reject(new Error('asked')) },
      askHttpsRecords: () => Promise.reject(new Error('asked')),
      clock: { monotonic: () => 0 },
    });

    expect([await silent.look(), await none.look()]).to.deep.equal([
      { onion: null, autoTransport: false, encryptedDns: false },
      { onion: null, autoTransport: false, encryptedDns: false },
    ]);
  });
});

function given(headers: Readonly<Record<string, string>> | null, records: readonly Buffer[] = []) {
  const asked: string[] = [];
  const names: string[] = [];
  const clock = { ms: 0 };
  const probe = originProbe('https://relay.example', {
    http: {
      async request({ url }) {
        asked.push(url);
        if (headers === null) throw new Error('no answer');
        return { status: 200, headers, body: '' };
      },
    },
    async askHttpsRecords(name) {
      names.push(name);
      return records;
    },
    clock: { monotonic: () => clock.ms },
  });
  return { probe, asked, names, clock };
}
