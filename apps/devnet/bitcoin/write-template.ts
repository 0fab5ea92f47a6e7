import { randomBytes } from 'node:crypto';
import { NodeFleet } from '../processes/node-fleet.ts';
import { findBitcoind, wantedBitcoind } from './find-bitcoind.ts';
import { makeTemplate } from './regtest-node.ts';

// Run by `npm run bitcoind`, so that the first start need not wait for it.
const bitcoind = findBitcoind();
if (bitcoind === null) throw new Error(`there is no bitcoind; ${wantedBitcoind}`);
const fleet = new NodeFleet(randomBytes(16).toString('hex'));
try {
  console.log(
    `the wallet that devnets start with: ${await makeTemplate({ bitcoind, spawn: (file, args) => fleet.spawn(file, args) })}`,
  );
} finally {
  await fleet.stop();
}
