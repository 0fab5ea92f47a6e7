import type { AddressOutcome } from '@interline/ports';
import { readBase58Check } from './base58-check.ts';
import { accepted, refused, refusedSecret } from './outcome.ts';
import { readSegwit, type SegwitFault } from './segwit.ts';

export type BitcoinNetwork = 'mainnet' | 'testnet' | 'regtest';

/** Human-readable parts of BIP-173 and Bitcoin Core; version bytes of P2PKH and P2SH. */
const networks = {
  mainnet: { prefix: 'bc', versions: [0x00, 0x05] },
  testnet: { prefix: 'tb', versions: [0x6f, 0xc4] },
  regtest: { prefix: 'bcrt', versions: [0x6f, 0xc4] },
} as const;

const names: readonly BitcoinNetwork[] = ['mainnet', 'testnet', 'regtest'];

/**
 * Bech32 (BIP-173), Bech32m (BIP-350) and base58check, of the given network only. Segwit addresses
 * are in lower case inside. Testnet and regtest share their base58 addresses, which either takes.
 */
export function readBitcoinAddress(text: string, network: BitcoinNetwork): AddressOutcome {
  if (isSecret(text)) return refusedSecret('a private key', 'an address that it controls');
  const lower = text.toLowerCase();
  const written = names.find((name) => lower.startsWith(`${networks[name].prefix}1`));
  return written === undefined
    ? readBase58Address(text, network)
    : readSegwitAddress(text, written, network);
}

function readSegwitAddress(
  text: string,
  written: BitcoinNetwork,
  network: BitcoinNetwork,
): AddressOutcome {
  const fault = readSegwit(text, networks[written].prefix);
  if (fault !== null) return refused(segwitReasons[fault]);
  return written === network ? accepted(text.toLowerCase()) : otherNetwork(written, network);
}

const segwitReasons: Readonly<Record<SegwitFault, string>> = {
  case: 'mixes capitals and small letters, which a segwit address may not (BIP-173); send it all in lower case, copied anew',
  characters:
    'has characters that no segwit address has, or too many or few of them; copy the whole address anew',
  checksum: 'fails its checksum (BIP-173), so a character is wrong; copy the address anew',
  encoding:
    'has the checksum of the other version of its encoding: witness version 0 takes Bech32 and later ones Bech32m (BIP-350); take the address from a wallet that knows BIP-350',
  version: 'has a witness version above 16, which does not exist; copy the address anew',
  program:
    'has a witness program of a length that its version does not allow (BIP-141); copy the whole address anew',
  key: 'has witness version 1 and no Taproot key, which is 32 bytes that are a point of the curve (BIP-341), so that what it gets could be spent by anyone or by no one; send an address of a wallet',
};

function readBase58Address(text: string, network: BitcoinNetwork): AddressOutcome {
  const payload = readBase58Check(text);
  if (payload === 'checksum' && /^[13mn2]/.test(text))
    return refused('fails its base58 checksum, so a character is wrong; copy the address anew');
  if (typeof payload === 'string') return refused(wanted(network));
  const [version = -1] = payload;
  const found = names.filter((name) => networks[name].versions.some((one) => one === version));
  const [first] = found;
  if (payload.length !== 21 || first === undefined) return refused(wanted(network));
  return found.includes(network) ? accepted(text) : otherNetwork(first, network);
}

function wanted(network: BitcoinNetwork): string {
  const base58 = network === 'mainnet' ? '1... or 3...' : 'm..., n... or 2...';
  return `must be a Bitcoin address of ${network}: ${networks[network].prefix}1..., ${base58}; correct it`;
}

function otherNetwork(found: BitcoinNetwork, network: BitcoinNetwork): AddressOutcome {
  return refused(
    `is an address of Bitcoin's ${found}, and this deployment pays on ${network}; send an address of ${network}`,
  );
}

/** A WIF key (version 0x80 or 0xef) or an extended private key (BIP-32, SLIP-132), whole or broken. */
function isSecret(text: string): boolean {
  return /^([xyztuv]prv)/i.test(text) || /^[5KL9c][1-9A-HJ-NP-Za-km-z]{49,51}$/.test(text);
}
