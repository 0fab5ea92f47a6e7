import { isRelayError } from '@interline/kernel';
import { expect } from 'chai';
import { createHash, generateKeyPairSync, sign, verify } from 'node:crypto';
import { acceptSignature, readMessageSignature, type SignedRequest } from './message-signature.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const nowSec = 1_800_000_000;
const keyid = 'k'.repeat(43);
const nonce = 'n'.repeat(22);
const body = Buffer.from('{"amount":"25000000"}');

interface Written {
  readonly method?: string;
  readonly target?: string;
  readonly components?: string;
  readonly parameters?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const components = '"@method" "@target-uri" "content-digest" "idempotency-key"';
const parameters = `created=${nowSec};expires=${nowSec + 120};nonce="${nonce}";keyid="${keyid}";alg="ed25519";tag="interline-agent"`;

/** A request with its signature, made by hand from RFC 9421. */
function signed(written: Written = {}): SignedRequest {
  const { method = 'POST', target = '/api/route/execute?a=1' } = written;
  const input = `(${written.components ?? components});${written.parameters ?? parameters}`;
  const headers: Record<string, string> = {
    'content-digest': `sha-256=:${createHash('sha256').update(body).digest('base64')}:`,
    'idempotency-key': 'key-1',
    ...written.headers,
  };
  const values: Readonly<Record<string, string>> = {
    '@method': method,
    '@target-uri': `https://relay.example${target}`,
    ...headers,
  };
  const lines = (written.components ?? components)
    .split(' ')
    .map((name) => `${name}: ${values[name.replaceAll('"', '').split(';')[0] ?? ''] ?? ''}`);
  const text = [...lines, `"@signature-params": ${input}`].join('\n');
  const signature = sign(null, Buffer.from(text), privateKey).toString('base64');
  return {
    method,
    target,
    body,
    nowMs: nowSec * 1_000,
    origins: ['https://relay.example'],
    headers: { 'signature-input': `sig=${input}`, signature: `sig=:${signature}:`, ...headers },
  };
}

/** `good`, `none` where no agent's signature is seen, `forged` where the key has not signed this, or the reason. */
function verdictOn(request: SignedRequest): string {
  try {
    const read = readMessageSignature(request);
    if (read === null) return 'none';
    const isGood = read.bases.some((base) => verify(null, base, publicKey, read.signature));
    return isGood ? 'good' : 'forged';
  } catch (error) {
    if (!isRelayError(error)) throw error;
    expect(error.code).to.equal('AGENT_SIGNATURE_INVALID');
    return error.message.replace("the agent's signature is not accepted: ", '');
  }
}

const withParameters = (from: string, to: string) =>
  verdictOn(signed({ parameters: parameters.replace(from, to) }));

describe("an agent's signature", () => {
  it('is good over the request as it was sent, and says key, nonce and end', () => {
    const request = signed();

    const { bases: _, signature: __, ...stated } = readMessageSignature(request) ?? expect.fail();

    expect(verdictOn(request)).to.equal('good');
    expect(stated).to.deep.equal({ keyId: keyid, nonce, expiresSec: nowSec + 120 });
  });

  it('does not verify if any component that it covers is changed', () => {
    const request = signed();
    const { headers } = request;
    const other = Buffer.from('{"amount":"25000001"}');
    const digest = `sha-256=:${createHash('sha256').update(other).digest('base64')}:`;

    expect(
      [
        { ...request, method: 'PUT' },
        { ...request, target: '/api/route/execute?a=2' },
        { ...request, origins: ['https://relay.example:8443'] },
        { ...request, origins: ['http://relay.example'] },
        { ...request, headers: { ...headers, 'idempotency-key': 'key-2' } },
        { ...request, body: other, headers: { ...headers, 'content-digest': digest } },
        { ...request, body: other },
      ].map(verdictOn),
    ).to.deep.equal([...Array<string>(6).fill('forged'), 'Content-Digest is not that of the body']);
  });

  it('does not verify if any of its parameters is changed', () => {
    const request = signed();
    const input = String(request.headers['signature-input']);
    const changed = [
      input.replace(`created=${nowSec}`, `created=${nowSec - 1}`),
      input.replace(`expires=${nowSec + 120}`, `expires=${nowSec + 121}`),
      input.replace('nnnn"', 'nnnm"'),
      input.replace('kkkk"', 'kkkl"'),
      input.replace('alg="ed25519";', ''),
      input.replace('"@method" "@target-uri"', '"@target-uri" "@method"'),
    ];

    expect(
      changed.map((one) =>
        verdictOn({ ...request, headers: { ...request.headers, 'signature-input': one } }),
      ),
    ).to.deep.equal(Array(changed.length).fill('forged'));
  });

  it('is for any of the origins that the service is reached at', () => {
    const origins = ['http://localhost:8787', 'https://relay.example'];

    expect(verdictOn({ ...signed(), origins })).to.equal('good');
    expect(verdictOn({ ...signed(), origins: [] })).to.equal('forged');
  });

  it('must cover method, target, key and what the body is', () => {
    for (const name of ['"@method"', '"@target-uri"', '"content-digest"', '"idempotency-key"'])
      expect(
        verdictOn(
          signed({ components: components.replace(` ${name}`, '').replace(`${name} `, '') }),
        ),
      ).to.equal(`it does not cover ${name.replaceAll('"', '')}`);
    const read = { method: 'GET', components: '"@method" "@target-uri"' };
    expect(verdictOn({ ...signed(read), body: null })).to.equal('good');
    expect(verdictOn({ ...signed({ ...read, method: 'POST' }), body: null })).to.equal(
      'it does not cover idempotency-key',
    );
  });

  it('covers each component once, without parameters, and no unsupported one', () => {
    const more = (name: string): string =>
      verdictOn(signed({ components: `${components} ${name}` }));

    expect(more('"@method"')).to.equal('it covers a component twice');
    expect(more('"idempotency-key";sf')).to.equal(
      'a covered component has parameters or is not in lower case, which is not supported',
    );
    expect(more('"Content-Type"')).to.equal(
      'a covered component has parameters or is not in lower case, which is not supported',
    );
    expect(more('"@authority"')).to.equal('it covers @authority, which is not supported');
    expect(more('"x-other"')).to.equal('it covers x-other, which the request does not have');
    expect(
      verdictOn(signed({ components: `${components} "x-other"`, headers: { 'x-other': 'a' } })),
    ).to.equal('good');
  });

  it('is of the body by its sha-256, whatever other digests are sent with it', () => {
    const digestOf = (value: string): string =>
      verdictOn(signed({ headers: { 'content-digest': value } }));
    const right = createHash('sha256').update(body).digest('base64');

    expect(digestOf(`sha-512=:AAAA:, sha-256=:${right}:`)).to.equal('good');
    expect(digestOf(`sha-512=:${right}:`)).to.equal('Content-Digest has no sha-256');
    expect(digestOf(`sha-256="${right}"`)).to.equal('Content-Digest has no sha-256');
    expect(digestOf(`sha-256=:${right.replace(/^./, '_')}:`)).to.equal(
      'content-digest is not written as RFC 8941 has it',
    );
    expect(digestOf('sha-256=:AAAA:')).to.equal('Content-Digest is not that of the body');
  });

  it('is taken from 30 s before it was created, and until 30 s after it has expired', () => {
    const at = (created: number, expires: number): string =>
      verdictOn(
        signed({
          parameters: parameters
            .replace(`created=${nowSec}`, `created=${nowSec + created}`)
            .replace(`expires=${nowSec + 120}`, `expires=${nowSec + expires}`),
        }),
      );

    expect([at(30, 60), at(31, 60)]).to.deep.equal(['good', 'it was created in the future']);
    expect([at(-100, -29), at(-100, -30)]).to.deep.equal(['good', 'it has expired']);
  });

  it('is good for 300 s at most, and says its times in whole seconds', () => {
    const atMost = 'it must be good for 300 seconds at most';

    expect(withParameters(`expires=${nowSec + 120}`, `expires=${nowSec + 300}`)).to.equal('good');
    expect(withParameters(`expires=${nowSec + 120}`, `expires=${nowSec + 301}`)).to.equal(atMost);
    expect(withParameters(`expires=${nowSec + 120}`, `expires=${nowSec}`)).to.equal(atMost);
    expect(withParameters(`created=${nowSec};`, '')).to.equal(
      'it does not say when it was created',
    );
    expect(withParameters(`expires=${nowSec + 120};`, '')).to.equal(
      'it does not say when it expires',
    );
    for (const written of [`created=${nowSec}.5`, `created="${nowSec}"`, 'created'])
      expect(withParameters(`created=${nowSec}`, written)).to.equal(
        'it does not say when it was created',
      );
  });

  it('has a nonce of 16 bytes or more', () => {
    const why = 'its nonce is not 16 random bytes or more, in base64 or hex';

    expect(withParameters(nonce, 'n'.repeat(21))).to.equal(why);
    expect(withParameters(nonce, 'n'.repeat(128))).to.equal('good');
    expect(withParameters(nonce, 'n'.repeat(129))).to.equal(why);
    expect(withParameters(`nonce="${nonce}";`, '')).to.equal(why);
    expect(withParameters(nonce, `${nonce} `)).to.equal(why);
  });

  it('is by Ed25519 and a key that is named by its thumbprint', () => {
    expect(withParameters('alg="ed25519";', '')).to.equal('good');
    for (const alg of ['alg="hmac-sha256"', 'alg="Ed25519"', 'alg=ed25519', 'alg="none"'])
      expect(withParameters('alg="ed25519"', alg)).to.equal('its alg is not ed25519');
    expect(withParameters(keyid, 'k'.repeat(42))).to.equal(
      "its keyid is not the thumbprint of the agent's key (RFC 7638)",
    );
  });

  it("of another tag is not an agent's, and two of this tag are not taken", () => {
    const request = signed();
    const { headers } = request;
    const [input, signature] = [headers['signature-input'], headers['signature']].map(String);

    expect(verdictOn({ ...request, headers: {} })).to.equal('none');
    expect(withParameters('"interline-agent"', '"web-bot-auth"')).to.equal('none');
    expect(withParameters('"interline-agent"', 'interline-agent')).to.equal('none');
    expect(withParameters(';tag="interline-agent"', '')).to.equal('none');
    const both = {
      'signature-input': `${input}, ${input?.replace('sig=', 'sig2=')}`,
      signature: `${signature}, ${signature?.replace('sig=', 'sig2=')}`,
    };
    expect(verdictOn({ ...request, headers: { ...headers, ...both } })).to.equal(
      'more than one signature has the tag interline-agent',
    );
    const bot = `bot=("@method");created=1;tag="web-bot-auth", ${input}`;
    expect(verdictOn({ ...request, headers: { ...headers, 'signature-input': bot } })).to.equal(
      'good',
    );
  });

  it('that is not written as structured fields is refused, never passed over', () => {
    const request = signed();
    const { signature: _, ...unsigned } = request.headers;
    const given = (headers: SignedRequest['headers']): string =>
      verdictOn({ ...request, headers: { ...request.headers, ...headers } });

    expect(given({ 'signature-input': 'sig=(' })).to.equal(
      'signature-input is not written as RFC 8941 has it',
    );
    expect(given({ 'signature-input': `sig="text";${parameters}` })).to.equal(
      'Signature-Input does not list the covered components',
    );
    expect(given({ signature: 'sig="text"' })).to.equal('Signature has no bytes of that name');
    expect(given({ signature: 'other=:AAAA:' })).to.equal('Signature has no bytes of that name');
    expect(verdictOn({ ...request, headers: unsigned })).to.equal(
      'Signature has no bytes of that name',
    );
  });

  it('is requested with the components that the row needs', () => {
    expect(acceptSignature('GET', false)).to.equal(
      'agent=("@method" "@target-uri");created;expires;alg="ed25519";tag="interline-agent"',
    );
    expect(acceptSignature('POST', true)).to.equal(
      `agent=(${components});created;expires;alg="ed25519";tag="interline-agent"`,
    );
  });
});
