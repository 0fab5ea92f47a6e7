/**
 * Splits `rail|CODE|reason`, the flat form in which an error carries why each rail was not taken.
 */
export function splitReason(text: string): { rail: string; code: string; reason: string } {
  const [rail = '', code = '', ...reason] = text.split('|');
  return reason.length === 0
    ? { rail: '', code: 'NO_ROUTE', reason: text }
    : { rail, code, reason: reason.join('|') };
}
