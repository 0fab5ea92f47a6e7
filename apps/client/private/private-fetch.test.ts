import { expect } from 'chai';
import { createClient } from '../client.ts';
import { NoAnswerError } from '../no-answer-error.ts';
import { chooseKey } from './key-document.ts';
import { decodeResponse, encodeRequest } from './binary-http.ts';
import { sealRequest } from './seal-request.ts';
import { privateFetch } from './private-fetch.ts';

const base = 'https://service.example';

describe('a private request', () => {
  /** RFC 9458, appendix A: its key configuration, behind its length. */
  const document = Uint8Array.from(
    Buffer.from(
      '002d01002031e1f05a740102115220e9af918f738674aec95f54db6e04eb705aae8e79815500080001000100010003',
      'hex',
    ),
  );
  const message = {
    method: 'GET',
    url: new URL(`${base}/api/status`),
    headers: {},
    body: new Uint8Array(),
  };

  it('is sealed to the key that the document names, at one length', async () => {
    const key = await chooseKey(document);
    const sealed = await sealRequest(key, encodeRequest(message, 16_384));

    expect([key.keyId, key.kem.name, sealed.bytes.length]).to.deep.equal([1, 'X25519', 16_439]);
    expect(Buffer.from(sealed.bytes.subarray(0, 7)).toString('hex')).to.equal('01002000010001');
  });

  it('is not sealed to a document that is cut off, or that it knows no key of', async () => {
    const outcome = (given: Uint8Array<ArrayBuffer>): Promise<string> =>
      chooseKey(given).then(
        () => 'chosen',
        (error: unknown) => String(error),
      );
    const unknown = document.slice();
    unknown[4] = 0x30;

    expect(await outcome(document.slice(0, 40))).to.match(/^RangeError/);
    expect(await outcome(unknown)).to.match(/offers no key/);
    expect(await outcome(new Uint8Array())).to.match(/offers no key/);
  });

  it('has a longest length, and is of this service', async () => {
    const url = new URL(`${base}/api/${'x'.repeat(16_000)}`);
    const outside = await privateFetch({ baseUrl: base })('https://other.example/', {}).catch(
      (error: unknown) => String(error),
    );

    expect(() => encodeRequest({ ...message, url, body: new Uint8Array(1_000) }, 16_384)).to.throw(
      RangeError,
      '16384 at most',
    );
    expect(outside).to.match(/is not of the service/);
  });

  it('that is not sealed, or that no relay takes, fails with the reason through the client that asked', async () => {
    const outcome = async (keys: () => Response): Promise<readonly unknown[]> => {
      const fetch = async (url: string): Promise<Response> => {
        if (url === `${base}/api/ohttp/keys`) return keys();
        throw new TypeError('fetch failed', {
          cause: Object.assign(new Error('refused'), { syscall: 'connect' }),
        });
      };
      const client = createClient({
        baseUrl: base,
        tries: 1,
        fetch: privateFetch({ baseUrl: base, fetch }),
      });
      const error = await client.call('GET /api/status', {}).catch((thrown: unknown) => thrown);
      return error instanceof NoAnswerError ? [error.message, error.isUnsent] : [error];
    };
    const keys = Buffer.from(document).toString('base64');
    const shown = (relays: readonly object[]) => () => Response.json({ keys, relays, log: null });

    expect(await outcome(() => Response.json({}, { status: 404 }))).to.deep.equal([
      'nothing was sealed to the keys of this service: it has no private lane',
      true,
    ]);
    expect(await outcome(shown([]))).to.deep.equal([
      'nothing was sealed to the keys of this service: it names no relay; name one yourself',
      true,
    ]);
    expect(await outcome(shown([{ url: 'https://relay.example/' }]))).to.deep.equal([
      'no relay answers at https://relay.example/',
      true,
    ]);
  });

  it('is not sent if the keys are others than the ones that are expected', async () => {
    const asked: string[] = [];
    const ask = privateFetch({
      baseUrl: base,
      digest: '0'.repeat(64),
      fetch: async (url) => {
        asked.push(url);
        return Response.json({
          keys: Buffer.from(document).toString('base64'),
          relays: [{ url: 'https://relay.example', independent: true }],
        });
      },
    });
    const outcome = await ask(`${base}/api/status`, {}).catch((error: unknown) => String(error));

    expect([outcome, asked]).to.deep.equal([
      'Error: the keys of the service are others than the ones that are expected',
      [`${base}/api/ohttp/keys`],
    ]);
  });

  it('fails with the reason if the response is not sealed to it', async () => {
    const keys = Buffer.from(document).toString('base64');
    const outcome = await privateFetch({
      baseUrl: base,
      fetch: async (url) =>
        url === `${base}/api/ohttp/keys`
          ? Response.json({ keys, relays: [{ url: 'https://relay.example' }], log: null })
          : new Response(new Uint8Array(300).fill(7), {
              headers: { 'content-type': 'message/ohttp-res' },
            }),
    })(`${base}/api/status`, { method: 'GET' }).catch((error: unknown) => String(error));

    expect(outcome).to.equal(
      'Error: what came back does not open, so it is not the answer of the service',
    );
  });
});

describe('a response of binary HTTP', () => {
  it('is read as RFC 9292 writes it, and refused if something follows it', async () => {
    const written = Uint8Array.from(
      Buffer.from(
        '0140c8001d5468697320636f6e74656e7420636f6e7461696e732043524c462e0d0a0d07747261696c657204746578740000',
        'hex',
      ),
    );
    const spoilt = written.slice();
    spoilt[written.length - 1] = 1;

    expect(await decodeResponse(written).text()).to.equal('This content contains CRLF.\r\n');
    expect(() => decodeResponse(spoilt)).to.throw(RangeError, 'not zero');
    expect(() => decodeResponse(written.slice(0, 20))).to.throw(RangeError, 'cut off');
  });
});
