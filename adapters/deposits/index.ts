export { bitcoinDeposits } from './bitcoin-deposits.ts';
