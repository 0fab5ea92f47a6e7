import { isWholeBytes } from '../abi/whole-bytes.ts';

/** Wallets with many owners stay far below; each byte is calldata that we pay for. */
const mostBytes = 4_096;

export function isSignatureShape(signature: string): boolean {
  return signature.length <= 2 + mostBytes * 2 && isWholeBytes(signature);
}
