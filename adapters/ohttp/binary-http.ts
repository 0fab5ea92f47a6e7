/** Names in lower case, in their order. */
export type Fields = readonly (readonly [name: string, value: string])[];

export interface BinaryRequest {
  readonly method: string;
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
  readonly fields: Fields;
  readonly content: Uint8Array;
}

export interface BinaryResponse {
  readonly status: number;
  readonly fields: Fields;
  readonly content: Uint8Array;
}

const framing = {
  knownRequest: 0,
  knownResponse: 1,
  indeterminateRequest: 2,
  indeterminateResponse: 3,
} as const;
const mostFields = 64;

/** Known-length, and zeros up to the smallest multiple of `unit` that holds it: RFC 9292, 3.8. */
export function encodeRequest(request: BinaryRequest, unit: number): Uint8Array {
  const { method, scheme, authority, path, fields, content } = request;
  const control = [method, scheme, authority, path].map((text) => behindLength(Buffer.from(text)));
  return padded([varint(framing.knownRequest), ...control, ...rest(fields, content)], unit);
}

export function encodeResponse({ status, fields, content }: BinaryResponse, unit: number) {
  return padded([varint(framing.knownResponse), varint(status), ...rest(fields, content)], unit);
}

/** Of known or indeterminate length, truncated or padded. Throws on what RFC 9292 calls invalid. */
export function decodeRequest(message: Uint8Array): BinaryRequest {
  const reader = new Reader(message);
  const kind = reader.varint();
  if (kind !== framing.knownRequest && kind !== framing.indeterminateRequest)
    throw new RangeError('this is not a binary HTTP request');
  const [method, scheme, authority, path] = [reader, reader, reader, reader].map((one) =>
    one.run(one.varint()).toString('utf8'),
  );
  const tail = reader.rest(kind === framing.knownRequest);
  return {
    method: method ?? '',
    scheme: scheme ?? '',
    authority: authority ?? '',
    path: path ?? '',
    ...tail,
  };
}

/** Interim answers are dropped. */
export function decodeResponse(message: Uint8Array): BinaryResponse {
  const reader = new Reader(message);
  const kind = reader.varint();
  if (kind !== framing.knownResponse && kind !== framing.indeterminateResponse)
    throw new RangeError('this is not a binary HTTP response');
  const isKnown = kind === framing.knownResponse;
  let status = reader.varint();
  for (let interim = 0; status >= 100 && status < 200; interim += 1) {
    if (interim === mostFields) throw new RangeError('too many interim answers');
    reader.fields(isKnown);
    status = reader.varint();
  }
  if (status < 200 || status > 599) throw new RangeError('the status is not one of HTTP');
  return { status, ...reader.rest(isKnown) };
}

function rest(fields: Fields, content: Uint8Array): readonly Uint8Array[] {
  const lines = fields.flatMap(([name, value]) => [
    behindLength(Buffer.from(name)),
    behindLength(Buffer.from(value)),
  ]);
  return [behindLength(Buffer.concat(lines)), behindLength(content), varint(0)];
}

function padded(parts: readonly Uint8Array[], unit: number): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  // Zeros fill what is left of the buffer.
  return Buffer.concat(parts, Math.ceil(length / unit) * unit);
}

function behindLength(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([varint(bytes.length), bytes]);
}

/** A variable-length integer of QUIC (RFC 9000, section 16), below 2^30. */
function varint(value: number): Uint8Array {
  if (value < 0x40) return Uint8Array.of(value);
  if (value < 0x4000) return Uint8Array.of(0x40 | (value >> 8), value & 0xff);
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE((0x80000000 | value) >>> 0);
  return bytes;
}

const token = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;
const forbidden = /[\0\r\n]|^[ \t]|[ \t]$/;

const zeros = Buffer.alloc(16_384);

/** Compared in runs: a look at each byte would take longer than all of the decryption. */
function isZero(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at += zeros.length) {
    const run = bytes.subarray(at, at + zeros.length);
    if (!run.equals(zeros.subarray(0, run.length))) return false;
  }
  return true;
}

class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(message: Uint8Array) {
    this.#bytes = Buffer.from(message.buffer, message.byteOffset, message.byteLength);
  }

  varint(): number {
    const first = this.run(1)[0] ?? 0;
    const more = this.run((1 << (first >> 6)) - 1);
    let value = first & 0x3f;
    for (const byte of more) value = value * 256 + byte;
    if (value > this.#bytes.length && value > 0xffff) throw new RangeError('a length is too long');
    return value;
  }

  run(length: number): Buffer {
    const run = this.#bytes.subarray(this.#at, this.#at + length);
    if (run.length !== length) throw new RangeError('the message is cut off');
    this.#at += length;
    return run;
  }

  /** Fields, content and trailer, each of them left out where the message ends before it. */
  rest(isKnown: boolean): Pick<BinaryRequest, 'fields' | 'content'> {
    const fields = this.#isOver() ? [] : this.fields(isKnown);
    const content = this.#isOver() ? Buffer.alloc(0) : this.#content(isKnown);
    if (!this.#isOver()) this.fields(isKnown);
    if (!isZero(this.#bytes.subarray(this.#at)))
      throw new RangeError('what follows the message is not zero');
    return { fields, content };
  }

  fields(isKnown: boolean): Fields {
    if (isKnown) {
      const section = new Reader(this.run(this.varint()));
      const fields: (readonly [string, string])[] = [];
      while (!section.#isOver()) fields.push(section.#field(section.varint(), fields.length));
      return fields;
    }
    const fields: (readonly [string, string])[] = [];
    for (let length = this.varint(); length !== 0; length = this.varint())
      fields.push(this.#field(length, fields.length));
    return fields;
  }

  #field(nameLength: number, before: number): readonly [string, string] {
    if (before === mostFields) throw new RangeError('too many fields');
    const name = this.run(nameLength).toString('latin1');
    const value = this.run(this.varint()).toString('latin1');
    if (!token.test(name) || forbidden.test(value)) throw new RangeError('a field is malformed');
    return [name, value];
  }

  #content(isKnown: boolean): Buffer {
    if (isKnown) return this.run(this.varint());
    const chunks: Buffer[] = [];
    for (let length = this.varint(); length !== 0; length = this.varint())
      chunks.push(this.run(length));
    return Buffer.concat(chunks);
  }

  #isOver(): boolean {
    return this.#at >= this.#bytes.length;
  }
}
