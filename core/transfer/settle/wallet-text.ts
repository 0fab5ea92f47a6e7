import { type Address, asAddress, RelayError } from '@interline/kernel';

/**
 * Validity of a signed text, and how far the service's clock may be behind the one that wrote it.
 */
export const walletTextMs = { life: 5 * 60_000, ahead: 60_000 };

export interface WalletText {
  /** The service that asks, such as `https://relay.example`; other services reject the text. */
  readonly service: string;
  readonly wallet: Address;
  readonly issuedAtMs: number;
}

/** The text that a wallet signs to see its routes; its user reads it in the wallet. */
export function writeWalletText({ service, wallet, issuedAtMs }: WalletText): string {
  return [
    'Show me the routes that this wallet paid for.',
    '',
    `Service: ${service}`,
    `Wallet: ${wallet}`,
    `Issued: ${new Date(issuedAtMs).toISOString()}`,
    '',
    'This moves nothing and costs nothing, and is good for 5 minutes.',
  ].join('\n');
}

const asWritten = /^Wallet: (0x[0-9a-f]{40})\nIssued: ([0-9TZ:.-]{24})$/m;

/**
 * The wallet in a text that this service has written in the last minutes. Throws
 * `WALLET_TEXT_INVALID` for any other text, and `WALLET_TEXT_EXPIRED`.
 */
export function readWalletText(text: string, service: string, nowMs: number): Address {
  const [, wallet = '', issued = ''] = asWritten.exec(text) ?? [];
  const issuedAtMs = Date.parse(issued);
  if (
    Number.isNaN(issuedAtMs) ||
    writeWalletText({ service, wallet: asAddress(wallet), issuedAtMs }) !== text
  )
    throw new RelayError(
      'WALLET_TEXT_INVALID',
      {},
      `message is not one that ${service} writes; sign it as GET /api/route/by-wallet answers it`,
    );
  if (issuedAtMs > nowMs + walletTextMs.ahead || nowMs - issuedAtMs >= walletTextMs.life)
    throw new RelayError('WALLET_TEXT_EXPIRED');
  return asAddress(wallet);
}
