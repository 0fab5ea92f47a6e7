import supportsHyperlinks from 'supports-hyperlinks';
import { isThisMachine } from '../rest/service-url.ts';

/** The hash of an on-chain transaction, which leads to an explorer where that is known and shown. */
export type TransactionLinks = (hash: string, chain: string | number) => string;

export const noLinks: TransactionLinks = (hash) => hash;

/**
 * A service on this machine is taken for a devnet: it uses the real chains' numbers, and no explorer
 * knows its transactions.
 */
export function transactionLinks(url: string, canLink = canLinkHere()): TransactionLinks {
  if (!canLink || isThisMachine(url)) return noLinks;
  return (hash, chain) => {
    const explorer = explorers[String(chain)];
    if (explorer === undefined) return hash;
    return `\u001B]8;;${explorer}${encodeURIComponent(hash)}\u0007${hash}\u001B]8;;\u0007`;
  };
}

/** A person who wants no colours wants plain text, as a program that reads it does. */
function canLinkHere(): boolean {
  const isPlain = (process.env['NO_COLOR'] ?? '') !== '';
  return process.stdout.isTTY && !isPlain && supportsHyperlinks.stdout;
}

/** By what requests call a chain; the hash goes behind. A chain whose explorer is not known has none. */
const explorers: Readonly<Record<string, string>> = {
  1: 'https://etherscan.io/tx/',
  10: 'https://optimistic.etherscan.io/tx/',
  56: 'https://bscscan.com/tx/',
  100: 'https://gnosisscan.io/tx/',
  130: 'https://uniscan.xyz/tx/',
  137: 'https://polygonscan.com/tx/',
  146: 'https://sonicscan.org/tx/',
  480: 'https://worldscan.org/tx/',
  999: 'https://hyperevmscan.io/tx/',
  1135: 'https://blockscout.lisk.com/tx/',
  1868: 'https://soneium.blockscout.com/tx/',
  5000: 'https://mantlescan.xyz/tx/',
  8453: 'https://basescan.org/tx/',
  33139: 'https://apescan.io/tx/',
  34443: 'https://explorer.mode.network/tx/',
  42161: 'https://arbiscan.io/tx/',
  43114: 'https://snowscan.xyz/tx/',
  57073: 'https://explorer.inkonchain.com/tx/',
  59144: 'https://lineascan.build/tx/',
  81457: 'https://blastscan.io/tx/',
  7777777: 'https://explorer.zora.energy/tx/',
  bitcoin: 'https://mempool.space/tx/',
  stellar: 'https://stellar.expert/explorer/public/tx/',
};
