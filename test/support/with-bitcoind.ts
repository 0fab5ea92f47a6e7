import {
  findBitcoind,
  NodeFleet,
  type RegtestNode,
  startRegtestNode,
  wantedBitcoind,
} from '@interline/devnet';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fastFolder } from './fast-folder.ts';

/**
 * A fresh Bitcoin node for the tests of the `describe` that calls this, from the function it
 * returns. Where no bitcoind is installed these tests fail when `CI` is set and are skipped
 * elsewhere.
 */
export function withBitcoind(): () => RegtestNode {
  const fleet = new NodeFleet(randomBytes(16).toString('hex'));
  let folder: string | undefined;
  let node: RegtestNode | undefined;

  before(async function () {
    const bitcoind = findBitcoind();
    if (bitcoind === null) {
      if (process.env['CI']) throw new Error(`these tests need bitcoind: ${wantedBitcoind}`);
      console.warn(`skipped without bitcoind; to have them run, ${wantedBitcoind}`);
      this.skip();
    }
    folder = mkdtempSync(join(fastFolder, 'interline-regtest-'));
    node = await startRegtestNode({
      bitcoind,
      folder: join(folder, 'node'),
      spawn: (file, args) => fleet.spawn(file, args),
    });
  });

  after(async () => {
    await fleet.stop();
    if (folder !== undefined) rmSync(folder, { recursive: true });
  });

  return () => {
    if (node === undefined) throw new Error('the Bitcoin node is there from the first test on');
    return node;
  };
}
