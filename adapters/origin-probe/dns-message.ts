/** One question for the HTTPS records of a name, as it is sent. */
export interface HttpsQuestion {
  readonly bytes: Buffer;
  /** Where its answers' own question ends: it is the same as ours. */
  readonly end: number;
}

const headerBytes = 12;
const httpsType = 65;
const internet = 1;
/** What fits the paths of the Internet in one datagram (RFC 9715). */
const answerBytes = 1_232;

/** Throws where the name is not one that DNS can ask for. */
export function httpsQuestion(id: number, name: string): HttpsQuestion {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt16BE(id, 0);
  header.writeUInt16BE(recursionWanted, 2);
  header.writeUInt16BE(1, 4);
  // One additional record: how large an answer may be.
  header.writeUInt16BE(1, 10);
  const question = [header, encodedName(name), twoNumbers(httpsType, internet)];
  const size = Buffer.concat([Buffer.of(0), twoNumbers(optType, answerBytes), Buffer.alloc(6)]);
  return {
    bytes: Buffer.concat([...question, size]),
    end: question.reduce((sum, { length }) => sum + length, 0),
  };
}

/**
 * The data of the HTTPS records in an answer to that question; null where these bytes do not answer
 * it, so the answer may still come. Throws for an answer that is refused, cut off or malformed.
 */
export function readHttpsAnswer(
  bytes: Buffer,
  { bytes: asked, end }: HttpsQuestion,
): readonly Buffer[] | null {
  if (!isAnswerTo(bytes, asked.subarray(0, end))) return null;
  const flags = bytes.readUInt16BE(2);
  const code = flags & codeMask;
  if (code === noSuchName) return [];
  if (code !== 0) throw new Error(`the resolver refused: code ${code}`);
  if ((flags & truncated) !== 0) throw new Error('the answer is cut off');

  const found: Buffer[] = [];
  let at = end;
  for (let left = bytes.readUInt16BE(6); left > 0; left -= 1) {
    at = afterName(bytes, at);
    const [type, kind] = [bytes.readUInt16BE(at), bytes.readUInt16BE(at + 2)];
    const from = at + recordHeaderBytes;
    at = from + bytes.readUInt16BE(from - 2);
    if (at > bytes.length) throw new Error('a record is longer than its answer');
    if (type === httpsType && kind === internet) found.push(bytes.subarray(from, at));
  }
  return found;
}

const recursionWanted = 0x0100;
const isResponse = 0x8000;
const truncated = 0x0200;
const codeMask = 0x000f;
const noSuchName = 3;
const optType = 41;
/** Type, class, time to live, length of the data. */
const recordHeaderBytes = 10;
const mostLabelBytes = 63;
const mostNameBytes = 253;

/** The same id and question; the name may come back in another case. */
function isAnswerTo(bytes: Buffer, asked: Buffer): boolean {
  const questionOf = (one: Buffer): string =>
    one.toString('latin1', headerBytes, asked.length).toLowerCase();
  return (
    bytes.length >= asked.length &&
    bytes.readUInt16BE(0) === asked.readUInt16BE(0) &&
    (bytes.readUInt16BE(2) & isResponse) !== 0 &&
    bytes.readUInt16BE(4) === 1 &&
    questionOf(bytes) === questionOf(asked)
  );
}

function encodedName(name: string): Buffer {
  const labels = name.replace(/\.$/, '').split('.');
  if (name.length > mostNameBytes || labels.some((one) => !isLabel(one)))
    throw new Error(`${name.slice(0, mostNameBytes)} is not a name that DNS can ask for`);
  const parts = labels.map((one) => Buffer.concat([Buffer.of(one.length), Buffer.from(one)]));
  return Buffer.concat([...parts, Buffer.of(0)]);
}

function isLabel(text: string): boolean {
  return text.length <= mostLabelBytes && /^[\x21-\x7e]+$/.test(text);
}

/** Names are not read, so what a pointer leads to does not matter. */
function afterName(bytes: Buffer, from: number): number {
  let at = from;
  for (;;) {
    const length = bytes.readUInt8(at);
    if (length >= pointer) return at + 2;
    if (length > mostLabelBytes) throw new Error('a name is not spelt as one');
    if (length === 0) return at + 1;
    at += 1 + length;
  }
}

const pointer = 0xc0;

function twoNumbers(first: number, second: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt16BE(first, 0);
  bytes.writeUInt16BE(second, 2);
  return bytes;
}
