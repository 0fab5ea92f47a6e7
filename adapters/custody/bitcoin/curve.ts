import { BIP32Factory } from 'bip32';
import { initEccLib } from 'bitcoinjs-lib';
import * as secp256k1 from 'tiny-secp256k1';

// bitcoinjs-lib throws on taproot addresses and signatures until it has a curve. Every file of this
// folder therefore imports the library from here.
initEccLib(secp256k1);

export const bip32 = BIP32Factory(secp256k1);
export { address, crypto, networks, payments, Psbt, Transaction } from 'bitcoinjs-lib';
