import { expect } from 'chai';
import { decodeRequest, decodeResponse, encodeRequest, encodeResponse } from './binary-http.ts';

/** RFC 9292, section 5, in hex. */
const rfc9292 = {
  request:
    '0003474554056874747073000a2f68656c6c6f2e747874406c0a757365722d6167656e74346375726c2f372e31362e33206c69626375726c2f372e31362e33204f70656e53534c2f302e392e376c207a6c69622f312e322e3304686f73740f7777772e6578616d706c652e636f6d0f6163636570742d6c616e677561676506656e2c206d690000',
  indeterminateRequest:
    '0203474554056874747073000a2f68656c6c6f2e7478740a757365722d6167656e74346375726c2f372e31362e33206c69626375726c2f372e31362e33204f70656e53534c2f302e392e376c207a6c69622f312e322e3304686f73740f7777772e6578616d706c652e636f6d0f6163636570742d6c616e677561676506656e2c206d6900000000000000000000000000',
  indeterminateResponse:
    '0340660772756e6e696e670a22736c65657020313522004067046c696e6b233c2f7374796c652e6373733e3b2072656c3d7072656c6f61643b2061733d7374796c65046c696e6b243c2f7363726970742e6a733e3b2072656c3d7072656c6f61643b2061733d7363726970740040c80464617465' +
    '1d4d6f6e2c203237204a756c20323030392031323a32383a353320474d540673657276657206417061636865' +
    '0d6c6173742d6d6f6469666965641d5765642c203232204a756c20323030392031393a31353a353620474d54' +
    '046574616714' +
    '22333461613338372d642d3135363865623030220d6163636570742d72616e67657305627974657' +
    '30e636f6e74656e742d6c656e67746802353104766172790f4163636570742d456e636f64696e670c636f6e74656e742d747970650a746578742f706c61696e003348656c6c6f20576f726c6421204d7920636f6e74656e7420696e636c75646573206120747261696c696e672043524c462e0d0a0000',
  knownResponse:
    '0140c8001d5468697320636f6e74656e7420636f6e7461696e732043524c462e0d0a0d07747261696c65720474657874',
} as const;

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');
const question = {
  method: 'GET',
  scheme: 'https',
  authority: '',
  path: '/hello.txt',
  fields: [
    ['user-agent', 'curl/7.16.3 libcurl/7.16.3 OpenSSL/0.9.7l zlib/1.2.3'],
    ['host', 'www.example.com'],
    ['accept-language', 'en, mi'],
  ],
  content: Buffer.alloc(0),
} as const;

describe('binary HTTP', () => {
  it('writes and reads the requests of RFC 9292', () => {
    expect(Buffer.from(encodeRequest(question, 1)).toString('hex')).to.equal(rfc9292.request);
    expect(decodeRequest(bytes(rfc9292.request))).to.deep.equal(question);
    expect(decodeRequest(bytes(rfc9292.indeterminateRequest))).to.deep.equal(question);
  });

  it('reads the responses of RFC 9292, interim ones dropped', () => {
    const { status, fields, content } = decodeResponse(bytes(rfc9292.indeterminateResponse));

    expect([status, fields.length, fields[0], Buffer.from(content).toString()]).to.deep.equal([
      200,
      8,
      ['date', 'Mon, 27 Jul 2009 12:28:53 GMT'],
      'Hello World! My content includes a trailing CRLF.\r\n',
    ]);
    expect(decodeResponse(bytes(rfc9292.knownResponse))).to.deep.equal({
      status: 200,
      fields: [],
      content: Buffer.from('This content contains CRLF.\r\n'),
    });
  });

  it('reads a message without the empty parts at its end, and refuses one that is cut elsewhere', () => {
    const whole = bytes(rfc9292.request);
    for (let length = 0; length < whole.length; length += 1) {
      const cut = whole.subarray(0, length);
      if (length >= whole.length - 2 || length === 23)
        expect(decodeRequest(cut).path).to.equal('/hello.txt');
      else expect(() => decodeRequest(cut), String(length)).to.throw(RangeError);
    }
    expect(decodeResponse(bytes('0140c8')).status).to.equal(200);
  });

  it('fills up with zeros, and takes nothing else', () => {
    for (const [bodyBytes, wanted] of [
      [0, 8_192],
      [8_185, 8_192],
      [8_186, 16_384],
    ] as const) {
      const padded = encodeResponse(
        { status: 200, fields: [], content: Buffer.alloc(bodyBytes, 1) },
        8_192,
      );
      expect(padded.length, String(bodyBytes)).to.equal(wanted);
      expect(decodeResponse(padded).content.length).to.equal(bodyBytes);
    }

    const padded = Buffer.from(encodeRequest(question, 16_384));
    for (const at of [140, 16_383]) {
      const spoilt = Buffer.from(padded);
      spoilt.writeUInt8(1, at);
      expect(() => decodeRequest(spoilt), String(at)).to.throw(RangeError);
    }
  });

  it('refuses what could become another header', () => {
    for (const [name, value] of [
      ['Date', 'x'],
      [':path', '/'],
      ['a b', 'x'],
      ['', 'x'],
      ['date', 'x\r\ny: z'],
      ['date', ' x'],
      ['date', 'x\0'],
    ] as const)
      expect(() =>
        decodeRequest(encodeRequest({ ...question, fields: [[name, value]] }, 1)),
      ).to.throw(RangeError, 'malformed');
    const many = Array.from({ length: 65 }, () => ['a', 'b'] as const);
    expect(() => decodeRequest(encodeRequest({ ...question, fields: many }, 1))).to.throw('many');
  });
});
