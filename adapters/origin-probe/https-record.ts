/**
 * Whether an HTTPS record (RFC 9460) has an `ech` parameter, which makes a browser encrypt the name
 * that it asks for in TLS. Throws for a malformed record, because a client then drops all others as
 * well.
 */
export function offersEch(record: Buffer): boolean {
  const isAlias = record.readUInt16BE(0) === 0;
  let at = afterTarget(record, 2);
  let previous = -1;
  let found = false;
  while (at < record.length) {
    const key = record.readUInt16BE(at);
    const from = at + 4;
    at = from + record.readUInt16BE(at + 2);
    if (at > record.length) throw new Error('a parameter is longer than its record');
    if (key <= previous) throw new Error('the parameters of a record are out of order');
    previous = key;
    if (key === echKey) found = isConfigList(record.subarray(from, at));
  }
  // An alias only names where to ask on; clients do not read what else it carries.
  return found && !isAlias;
}

const echKey = 5;
const mostLabelBytes = 63;

/** The target's name, which is never compressed here. */
function afterTarget(record: Buffer, from: number): number {
  let at = from;
  for (let length = record.readUInt8(at); length > 0; length = record.readUInt8(at)) {
    if (length > mostLabelBytes) throw new Error('the target of a record is not spelt as a name');
    at += 1 + length;
  }
  return at + 1;
}

/** An ECHConfigList: its own length, then a config at least. */
function isConfigList(value: Buffer): boolean {
  if (value.length < 6 || value.readUInt16BE(0) !== value.length - 2)
    throw new Error('an ech parameter is not a list of configs');
  return true;
}
