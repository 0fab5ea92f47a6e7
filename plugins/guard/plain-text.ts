const maxReasonLength = 300;

/** One unbroken run longer than a transaction hash is a key, a signature or a raw transaction. */
const blob = /[A-Za-z0-9+/=_-]{67,}/;
/** Digits that stand alone, at most as many as 2^256 has: an amount, not a secret. */
const number = /(?<![A-Za-z0-9+/=_-])[0-9]{1,78}(?![A-Za-z0-9+/=_-])/g;
const url = /[a-z][a-z0-9+.-]*:\/\//i;
const control = /[\u0000-\u001f\u007f]/;

/**
 * True for text that may reach a client: short, on one line, with no URL and nothing long enough to
 * be a secret.
 */
export function isPlainText(text: string, maxLength: number = maxReasonLength): boolean {
  return (
    text.length > 0 &&
    text.length <= maxLength &&
    !blob.test(text.replaceAll(number, '0')) &&
    !url.test(text) &&
    !control.test(text)
  );
}

/**
 * The message for an invalid answer. `found` is our own text; if it contains text of a rail, it is
 * left out.
 */
export function broken(name: string, found: string): string {
  const sentence = `${name} broke the rail contract: ${found}`;
  return isPlainText(sentence) ? sentence : `${name} broke the rail contract`;
}
