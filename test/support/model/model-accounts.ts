import { type AccountRole, evmAddress, type Address } from '@interline/kernel';

export const accounts: Readonly<Record<AccountRole, Address>> = {
  spender: evmAddress(`0x5e${'0'.repeat(38)}`),
  float: evmAddress(`0xf1${'0'.repeat(38)}`),
};

/** The one token of every model chain. */
export const modelToken = evmAddress(`0x70${'0'.repeat(38)}`);
