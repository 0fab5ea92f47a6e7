/**
 * A paid right to one privileged action: a message that its holder created, and our signature on
 * it.
 */
export interface Pass {
  /** 32 random bytes, then the message. */
  readonly preparedMessage: Uint8Array;
  readonly signature: Uint8Array;
}

/** The prefix of every pass's message, before 64 random digits. */
export const passPrefix = 'svc-plus-v1:';
export const preparedMessageBytes = 108;
export const signatureBytes = 256;

const randomBytes = 32;
const tagDigits = 16;
const message = new RegExp(`^${passPrefix}[0-9a-f]{64}$`);

/** Whether it has our passes' form; checked before the signature (RFC 9474, section 6.1). */
export function isWellFormed({ preparedMessage, signature }: Pass): boolean {
  return (
    preparedMessage.length === preparedMessageBytes &&
    signature.length === signatureBytes &&
    message.test(String.fromCharCode(...preparedMessage.subarray(randomBytes)))
  );
}

/** The digits in which a well-formed pass may name its key; random if it names none. */
export function tagIn({ preparedMessage }: Pick<Pass, 'preparedMessage'>): string {
  const from = randomBytes + passPrefix.length;
  return String.fromCharCode(...preparedMessage.subarray(from, from + tagDigits));
}
