import { chainRef } from '@interline/kernel';
import {
  type BitcoinNode,
  coreNode,
  hdAccount,
  type HdAccount,
  type OwnCoin,
  seedOf,
} from '@interline/adapters/custody/bitcoin';
import { outboundHttp } from '@interline/adapters/outbound-http';
import type { RegtestNode } from '@interline/devnet';
import { randomBytes } from 'node:crypto';

/** A fresh float on a regtest node, and our Core adapter of that node. */
export interface FloatScene {
  readonly account: HdAccount;
  readonly node: BitcoinNode;
  /** Pays an address of ours, mines the payment and answers the coin. */
  fund(index: number, units: bigint, kind?: OwnCoin['kind']): Promise<OwnCoin>;
  close(): Promise<void>;
}

export function floatScene(bitcoin: RegtestNode): FloatScene {
  const { rpcUrl, user, password } = bitcoin;
  const http = outboundHttp();
  const account = hdAccount(seedOf(randomBytes(32)), 'regtest');
  const chain = chainRef('bip122:0f9188f13cb7b2c71f2a335e3a4fc328');
  const wallet = `watch-${randomBytes(4).toString('hex')}`;
  const node = coreNode({ chain, network: 'regtest', http, url: rpcUrl, user, password, wallet });
  const { signal } = new AbortController();
  return {
    account,
    node,
    async fund(index, units, kind = 'p2tr') {
      const own = account.address('receive', index, kind);
      await node.watch([own.address], null, signal);
      await bitcoin.pay(own.address, units);
      await bitcoin.mine();
      const { outputs } = await node.unspent([own.address], signal);
      const [found] = outputs;
      if (found === undefined) throw new Error('the payment to the float is not seen');
      return { ...found, kind, path: own.path, isChangeOfReplaceable: false };
    },
    close: () => http.close(),
  };
}
