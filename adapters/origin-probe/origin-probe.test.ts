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

    expect(seen).to.deep.equal({ onion: 'http://abcdef.onion', autoTransport: true });
    expect([within, asked.length]).to.deep.equal([1, 2]);
  });

  it('takes no other address for an onion, and another way to it for a transport', async () => {
    expect(await given({ 'onion-location': 'https://abcdef.example/' }).probe.look()).to.deep.equal(
      {
        onion: null,
        autoTransport: false,
      },
    );
    expect(await given({ 'alt-svc': 'h3=":443"' }).probe.look()).to.deep.equal({
      onion: null,
      autoTransport: true,
    });
  });

  it('shows nothing of an address that does not answer, and of none', async () => {
    const silent = given(null).probe;
    const none = originProbe(
      null,
      { request: () => Promise.reject(new Error('asked')) },
      { monotonic: () => 0 },
    );

    expect([await silent.look(), await none.look()]).to.deep.equal([
      { onion: null, autoTransport: false },
      { onion: null, autoTransport: false },
    ]);
  });
});

function given(headers: Readonly<Record<string, string>> | null) {
  const asked: string[] = [];
  const clock = { ms: 0 };
  const probe = originProbe(
    'https://relay.example',
    {
      async request({ url }) {
        asked.push(url);
        if (headers === null) throw new Error('no answer');
        return { status: 200, headers, body: '' };
      },
    },
    { monotonic: () => clock.ms },
  );
  return { probe, asked, clock };
}
