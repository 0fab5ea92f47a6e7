const mostCharacters = 1_500;

/**
 * Whether a phrased answer says nothing beyond the facts that could cost somebody money: no figure,
 * code or account that is not in them, and no way to anywhere else.
 */
export function isFaithful(phrased: string, facts: readonly string[]): boolean {
  if (
    phrased.trim() === '' ||
    phrased.length > mostCharacters ||
    /[\p{Cc}\p{Cf}]/u.test(phrased.replace(/\n/g, ' ')) ||
    /:\/\/|\bwww\.|@|\]\(/i.test(phrased)
  )
    return false;
  const known = new Set(facts.flatMap(tellingWords));
  return tellingWords(phrased).every((word) => known.has(word));
}

/** Figures, codes, accounts and whatever else is no plain word. */
function tellingWords(text: string): readonly string[] {
  return (text.match(/[\p{L}\p{N}_.,/{}-]+/gu) ?? [])
    .map((word) => word.replace(/^[.,-]+|[.,-]+$/g, ''))
    .filter((word) => /[\d_/{}]|\p{L}\.\p{L}/u.test(word) || word.length > 24);
}

/**
 * What leaves the service has no account in it, and no API key, secret or id of a route, which is all
 * it takes to use it.
 */
export function withoutAccounts(question: string): string {
  return question.replace(/[0-9A-Za-z:_+/=]{26,}/g, '(account)');
}
