import {
  isWellFormed,
  type Pass,
  preparedMessageBytes,
  signatureBytes,
} from '@interline/core/passes';
import { isRecord, RelayError } from '@interline/kernel';

/** A pass is 688 characters of base64; a much longer text is not a pass. */
const longestPass = 4_096;
const wanted = 'base64 of the JSON { "preparedMsg": base64, "sig": base64 }';

/** A pass as `x-svc-pass` and `body.pass` carry it. Throws `BAD_REQUEST`. */
export function parsePass(text: unknown): Pass {
  if (typeof text !== 'string' || text.length > longestPass) throw badPass(`wanted ${wanted}`);
  const json = strictBase64(text);
  if (json === null) throw badPass(`wanted ${wanted}`);
  return parsePassParts(jsonIn(json));
}

/** The same as an object of its two texts. Throws `BAD_REQUEST`. */
export function parsePassParts(parts: unknown): Pass {
  if (!isRecord(parts)) throw badPass(`wanted ${wanted}`);
  const { preparedMsg, sig, ...others } = parts;
  const preparedMessage = typeof preparedMsg === 'string' ? strictBase64(preparedMsg) : null;
  const signature = typeof sig === 'string' ? strictBase64(sig) : null;
  if (preparedMessage === null || signature === null || Object.keys(others).length > 0)
    throw badPass('wanted preparedMsg and sig and nothing else, each in base64 with its padding');
  const pass = { preparedMessage, signature };
  if (!isWellFormed(pass))
    throw badPass(
      `wanted a preparedMsg of ${preparedMessageBytes} bytes, 32 of them random and then svc-plus-v1: with 64 lower-case hex digits, and a sig of ${signatureBytes} bytes`,
    );
  return pass;
}

/** A value of `blinded`. Throws `BAD_REQUEST`. */
export function parseBlinded(text: string, at: number): Uint8Array {
  const bytes = strictBase64(text);
  if (bytes === null)
    throw new RelayError(
      'BAD_REQUEST',
      { field: 'blinded' },
      `blinded[${at}] is not base64; wanted 256 bytes, with padding`,
    );
  return bytes;
}

/** A blinded value; null where it is not base64. */
export function strictBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  // Another spelling of the same bytes would be another text for the same pass.
  return bytes.toString('base64') === text && text !== '' ? bytes : null;
}

export function badPass(why: string): RelayError {
  return new RelayError(
    'BAD_REQUEST',
    { field: 'pass' },
    `the pass is malformed: ${why}; it was not spent`,
  );
}

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}
