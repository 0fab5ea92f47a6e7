/** The chain families that a deployment can have beside EVM, a line each. */
export { bitcoinFamily } from '@interline/adapters/custody/bitcoin';
export { stellarFamily } from '@interline/adapters/custody/stellar';
