import { keccak } from './keccak.ts';

type Members = readonly { readonly name: string; readonly type: string }[];
type Types = Readonly<Record<string, Members>>;

const domainMembers: Members = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
];

/**
 * The EIP-712 digest of what a throw-away wallet signs: structs of addresses, whole numbers, texts and further
 * structs. Throws on any other type. A wallet library has it for every type, at six times the size.
 */
export function typedDigest(
  domain: Readonly<Record<string, unknown>>,
  types: Types,
  message: Readonly<Record<string, unknown>>,
): Uint8Array {
  const named = Object.values(types).flatMap((members) => members.map(({ type }) => type));
  const [primary] = Object.keys(types).filter((name) => !named.includes(name));
  if (primary === undefined) throw new TypeError('no struct is the outermost one');
  const domainTypes = { EIP712Domain: domainMembers.filter(({ name }) => name in domain) };
  return keccak(
    joined([
      Uint8Array.of(0x19, 0x01),
      structHash('EIP712Domain', domainTypes, domain),
      structHash(primary, types, message),
    ]),
  );
}

function structHash(name: string, types: Types, value: unknown): Uint8Array {
  const members = types[name] ?? [];
  const record = membersOf(value);
  return keccak(
    joined([
      keccak(utf8(typeText(name, types))),
      ...members.map((member) => word(member.type, types, record[member.name])),
    ]),
  );
}

/** The struct itself, then those it refers to by name. */
function typeText(name: string, types: Types): string {
  const used = new Set<string>();
  const collect = (struct: string): void => {
    for (const { type } of types[struct] ?? [])
      if (type in types && !used.has(type) && type !== name) {
        used.add(type);
        collect(type);
      }
  };
  collect(name);
  const write = (struct: string): string =>
    `${struct}(${(types[struct] ?? []).map((one) => `${one.type} ${one.name}`).join(',')})`;
  return [name, ...[...used].sort()].map(write).join('');
}

function word(type: string, types: Types, value: unknown): Uint8Array {
  if (type in types) return structHash(type, types, value);
  if (type === 'string' && typeof value === 'string') return keccak(utf8(value));
  const isWhole = type === 'uint256' && /^(0x[0-9a-f]{1,64}|[0-9]{1,78})$/i.test(String(value));
  const isAddress =
    type === 'address' && typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value);
  if (!isWhole && !isAddress) throw new TypeError(`not a ${type}: ${String(value)}`);
  const number = BigInt(value as string); // CAST: digits, as was just seen.
  if (number >> 256n !== 0n) throw new TypeError(`not a ${type}: it is larger`);
  return bytesOf(number.toString(16).padStart(64, '0'));
}

/** The address of a key's public point, its letters as EIP-55 wants them. */
export function addressOf(point: Uint8Array): string {
  const plain = hexOf(keccak(point).slice(-20));
  const marks = hexOf(keccak(utf8(plain)));
  const letters = [...plain].map((letter, at) =>
    Number.parseInt(marks[at] ?? '0', 16) >= 8 ? letter.toUpperCase() : letter,
  );
  return `0x${letters.join('')}`;
}

export function hexOf(bytes: Iterable<number>): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
