import type { OpenBitcoin } from './bitcoin-chain.ts';

/** A payment to a deposit address, as the first node that answers has it now. */
export interface SeenDeposit {
  readonly tx: string;
  readonly vout: number;
  /** In sats. */
  readonly units: bigint;
  /** 0 while it is in the mempool. */
  readonly confirmations: number;
  /** By its own signal: nodes may replace others too, so only a confirmation is worth something. */
  readonly isReplaceable: boolean;
}

/** One address for each deposit, on an account of its own, apart from the float. */
export interface DepositWallet {
  addressOf(index: number): string;
  /** Has every node watch a fresh address: call it before the address is shown. */
  watch(address: string, signal: AbortSignal): Promise<void>;
  /** Unspent payments to a watched address. Throws `CHAIN_UNREACHABLE`. */
  seenAt(address: string, signal: AbortSignal): Promise<readonly SeenDeposit[]>;
}

export function depositWallet(open: OpenBitcoin): DepositWallet {
  return {
    addressOf: (index) => open.account.address('deposit', index).address,
    async watch(address, signal) {
      await open.readEach(({ node }) => node.watch([address], null, signal), signal);
    },
    async seenAt(address, signal) {
      const { outputs } = await open.read(({ node }) => node.unspent([address], signal), signal);
      return outputs.map(({ outpoint, units, confirmations, parentReplaceable }) => ({
        tx: outpoint.slice(0, 64),
        vout: Number(outpoint.slice(65)),
        units,
        confirmations,
        isReplaceable: parentReplaceable,
      }));
    },
  };
}
