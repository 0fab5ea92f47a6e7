import { expect } from 'chai';
import { aeads, hpkeContext, x25519Kem } from '../hpke/index.ts';
import {
  infoOf,
  openRequest,
  readHeader,
  responseKeys,
  sealRequest,
  sealResponse,
} from './encapsulation.ts';
import { decodeKeyConfigs, encodeKeyConfig, encodeKeyConfigs } from './key-configs.ts';

/** RFC 9458, appendix A, in hex. */
const rfc9458 = {
  secretKey: '3c168975674b2fa8e465970b79c8dcf09f1c741626480bd4c6162fc5b6a98e1a',
  keyConfig:
    '01002031e1f05a740102115220e9af918f738674aec95f54db6e04eb705aae8e79815500080001000100010003',
  request: '00034745540568747470730b6578616d706c652e636f6d012f',
  ephemeral: 'bc51d5e930bda26589890ac7032f70ad12e4ecb37abb1b65b1256c9c48999c73',
  enc: '4b28f881333e7c164ffc499ad9796f877f4e1051ee6d31bad19dec96c208b472',
  info: '6d6573736167652f626874747020726571756573740001002000010001',
  encapsulatedRequest:
    '010020000100014b28f881333e7c164ffc499ad9796f877f4e1051ee6d31bad19dec96c208b4726374e469135906992e1268c594d2a10c695d858c40a026e7965e7d86b83dd440b2c0185204b4d63525',
  response: '0140c8',
  secret: '62d87a6ba569ee81014c2641f52bea36',
  responseNonce: 'c789e7151fcba46158ca84b04464910d',
  prk: '979aaeae066cf211ab407b31ae49767f344e1501e475c84e8aff547cc5a683db',
  aeadKey: '5d0172a080e428b16d298c4ea0db620d',
  aeadNonce: 'f6bf1aeb88d6df87007fa263',
  encapsulatedResponse: 'c789e7151fcba46158ca84b04464910d86f9013e404feea014e7be4a441f234f857fbd',
} as const;

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');
const hex = (given: Uint8Array): string => Buffer.from(given).toString('hex');

describe('encapsulated requests', () => {
  const key = x25519Kem.openKey(bytes(rfc9458.secretKey));
  const [aead] = aeads;
  if (aead === undefined) throw new Error('AES-128-GCM is offered');
  const header = { keyId: 1, kem: x25519Kem, aead };

  it('are those of RFC 9458, with everything between', () => {
    const config = { keyId: 1, kem: x25519Kem, publicKey: key.publicKey };
    const encapsulated = x25519Kem.encapsulateWith(key.publicKey, bytes(rfc9458.ephemeral));
    const sealed = sealRequest({ ...config, aead }, bytes(rfc9458.request), encapsulated);
    const context = hpkeContext({ kemId: 0x20, aead }, encapsulated.secret, infoOf(header));
    const parts = { context, aead, enc: encapsulated.enc };
    const keys = responseKeys(parts, bytes(rfc9458.responseNonce));
    const response = sealResponse(parts, bytes(rfc9458.response), bytes(rfc9458.responseNonce));

    expect(hex(encodeKeyConfig(config))).to.equal(rfc9458.keyConfig);
    expect(hex(infoOf(header))).to.equal(rfc9458.info);
    expect(hex(encapsulated.enc)).to.equal(rfc9458.enc);
    expect(hex(sealed.bytes)).to.equal(rfc9458.encapsulatedRequest);
    expect([keys.secret, keys.prk, keys.key, keys.nonce].map(hex)).to.deep.equal([
      rfc9458.secret,
      rfc9458.prk,
      rfc9458.aeadKey,
      rfc9458.aeadNonce,
    ]);
    expect(hex(response)).to.equal(rfc9458.encapsulatedResponse);
    expect(hex(sealed.openResponse(response))).to.equal(rfc9458.response);
  });

  it('are opened by the gateway of RFC 9458', () => {
    const request = bytes(rfc9458.encapsulatedRequest);
    const opened = openRequest(readHeader(request) ?? header, key, request);

    expect(readHeader(request)).to.deep.equal(header);
    expect([hex(opened.plaintext), hex(opened.enc)]).to.deep.equal([rfc9458.request, rfc9458.enc]);
  });

  it('are refused when a byte of them differs', () => {
    const request = bytes(rfc9458.encapsulatedRequest);
    for (let at = 0; at < request.length; at += 1) {
      const changed = Buffer.from(request);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      const found = readHeader(changed);

      if (found === null) expect(at, 'an unknown suite').to.be.within(1, 6);
      else expect(() => openRequest(found, key, changed), String(at)).to.throw();
    }
    for (let length = 0; length < request.length; length += 1)
      expect(() => openRequest(header, key, request.subarray(0, length))).to.throw();
  });
});

describe('key configurations', () => {
  const config = bytes(rfc9458.keyConfig);
  const publicKey = config.subarray(3, 35);
  const document = Buffer.concat([Uint8Array.of(0, config.length), config]);

  it('are read as they are written', () => {
    expect(hex(encodeKeyConfigs([{ keyId: 1, kem: x25519Kem, publicKey }]))).to.equal(
      hex(document),
    );
    expect(decodeKeyConfigs(document)).to.deep.equal([
      { keyId: 1, kem: x25519Kem, publicKey, aead: aeads[0] },
    ]);
  });

  it('are passed over if their suite is unknown, and discarded whole if they are malformed', () => {
    const unknown = Buffer.from(config);
    unknown.writeUInt16BE(0x0030, 1);
    const both = Buffer.concat([Uint8Array.of(0, unknown.length), unknown, document]);

    expect(decodeKeyConfigs(both)).to.have.length(1);
    expect(() => decodeKeyConfigs(both.subarray(0, both.length - 1))).to.throw(RangeError);
    expect(() => decodeKeyConfigs(Buffer.concat([document, Uint8Array.of(0)]))).to.throw();
  });
});
