/**
 * Whether an Accept header asks for a media type by its name; a wildcard does not, and neither does
 * `q=0`.
 */
export function namesType(accept: string | undefined, type: string): boolean {
  return (accept ?? '').split(',').some((range) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return name === type && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
