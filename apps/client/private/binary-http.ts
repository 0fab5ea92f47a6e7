import { type Bytes, joined, slice, utf8 } from '../hpke/index.ts';

export interface PlainRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Bytes;
}

/**
 * A request in binary HTTP of known length (RFC 9292), filled up with zeros. Throws where it is
 * longer than that.
 */
export function encodeRequest({ method, url, headers, body }: PlainRequest, bytes: number): Bytes {
  const control = [method, url.protocol.slice(0, -1), url.host, url.pathname + url.search];
  const fields = Object.entries(headers).flatMap(([name, value]) => [
    behindLength(utf8(name)),
    behindLength(utf8(value)),
  ]);
  const message = joined(
    Uint8Array.of(0),
    ...control.map((part) => behindLength(utf8(part))),
    behindLength(joined(...fields)),
    behindLength(body),
    Uint8Array.of(0),
  );
  if (message.length > bytes)
    throw new RangeError(
      `the request has ${message.length} bytes; a private one has ${bytes} at most, so that all look alike`,
    );
  return joined(message, new Uint8Array(bytes - message.length));
}

/** A response of known length. Throws on what is none. */
export function decodeResponse(message: Bytes): Response {
  const reader = new Reader(message);
  if (reader.number() !== 1) throw new RangeError('this is not a response of known length');
  let status = reader.number();
  for (; status >= 100 && status < 200; status = reader.number()) reader.run(reader.number());
  const section = new Reader(reader.run(reader.number()));
  const headers = new Headers();
  while (!section.isOver())
    headers.append(section.text(section.number()), section.text(section.number()));
  const body = reader.isOver() ? new Uint8Array() : reader.run(reader.number());
  if (!reader.isOver()) reader.run(reader.number());
  reader.assertZeros();
  return new Response(body.length === 0 ? null : body, { status, headers });
}

function behindLength(bytes: Uint8Array): Bytes {
  return joined(number(bytes.length), bytes);
}

/** A variable-length integer of QUIC (RFC 9000, section 16), below 16,384: a private request has no more. */
function number(value: number): Bytes {
  if (value >= 0x4000) throw new RangeError('a part of the request is too long');
  return value < 0x40 ? Uint8Array.of(value) : Uint8Array.of(0x40 | (value >> 8), value & 0xff);
}

class Reader {
  readonly #bytes: Bytes;
  #at = 0;

  constructor(bytes: Bytes) {
    this.#bytes = bytes;
  }

  run(length: number): Bytes {
    const run = slice(this.#bytes, this.#at, length);
    this.#at += length;
    return run;
  }

  number(): number {
    const [first = 0] = this.run(1);
    let value = first & 0x3f;
    for (const byte of this.run((1 << (first >> 6)) - 1)) value = value * 256 + byte;
    return value;
  }

  text(length: number): string {
    return new TextDecoder().decode(this.run(length));
  }

  isOver(): boolean {
    return this.#at >= this.#bytes.length;
  }

  assertZeros(): void {
    if (this.#bytes.subarray(this.#at).some((byte) => byte !== 0))
      throw new RangeError('what follows the message is not zero');
  }
}
