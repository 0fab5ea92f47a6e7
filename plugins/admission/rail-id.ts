const shape = /^(?=.{2,32}$)[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** What an id or a way must look like, for messages. */
export const railIdRule = '2 to 32 small letters, digits and single dashes, starting with a letter';

export function isRailId(value: unknown): value is string {
  return typeof value === 'string' && shape.test(value);
}
