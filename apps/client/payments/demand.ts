import { usdcOn } from '../usdc-contracts.ts';

/** One of the ways in which a seller accepts payment (x402 v2). */
export interface Demand {
  readonly scheme: string;
  /** `eip155:` and the chain id. */
  readonly network: string;
  readonly asset: string;
  readonly payTo: string;
  /** Digits, the token's smallest units. */
  readonly amount: string;
  readonly maxTimeoutSeconds: number;
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** What a 402 demands. */
export interface PaymentRequired {
  readonly x402Version: number;
  readonly resource?: unknown;
  readonly accepts: readonly Demand[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** A demand in dollars that this client can sign for. */
export interface PayableDemand {
  readonly demand: Demand;
  readonly chainId: number;
  /** With six decimals, as USDC has. */
  readonly units: bigint;
  /** Moved by the token itself, or by Permit2, which the payer must have approved. */
  readonly method: 'eip3009' | 'permit2';
}

/** Null where the answer has no demand that can be read. */
export function readRequired(response: Pick<Response, 'headers'>): PaymentRequired | null {
  const header = response.headers.get('PAYMENT-REQUIRED');
  if (header === null) return null;
  try {
    const read = JSON.parse(textOf(header)) as Partial<PaymentRequired>; // CAST: its members are checked below.
    return read.x402Version === 2 && Array.isArray(read.accepts) ? (read as PaymentRequired) : null;
  } catch {
    return null;
  }
}

/**
 * The seller's demands that are in dollars known to this client, in the seller's order. An unknown
 * contract may move anything, so the client never signs for it.
 */
export function payableOf(
  { accepts }: PaymentRequired,
  dollars: Readonly<Record<number, string>>,
): readonly PayableDemand[] {
  return accepts.flatMap((demand) => {
    if (typeof demand !== 'object' || demand === null) return [];
    const chainId = Number(/^eip155:([1-9][0-9]{0,14})$/.exec(String(demand.network))?.[1] ?? 0);
    const contract = dollars[chainId] ?? usdcOn(chainId);
    const method = demand.extra?.['assetTransferMethod'] ?? 'eip3009';
    if (method !== 'eip3009' && method !== 'permit2') return [];
    const isPayable =
      demand.scheme === 'exact' &&
      contract !== null &&
      contract.toLowerCase() === String(demand.asset).toLowerCase() &&
      /^[1-9][0-9]{0,30}$/.test(String(demand.amount)) &&
      /^0x[0-9a-f]{40}$/i.test(String(demand.payTo));
    return isPayable ? [{ demand, chainId, units: BigInt(demand.amount), method }] : [];
  });
}

/** JSON in base64, as the headers of x402 carry it. */
export function headerOf(value: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

function textOf(base64: string): string {
  return new TextDecoder().decode(Uint8Array.from(atob(base64), (one) => one.charCodeAt(0)));
}
