import { chainRef } from '@interline/kernel';
import type { OutboundHttp } from '@interline/ports';
import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';
import type { CoreCall, CoreReply, CoreRpc } from './core-rpc.ts';
import { watchingWallet } from './watching-wallet.ts';

const { signal } = new AbortController();
const chain = chainRef('bip122:0f9188f13cb7b2c71f2a335e3a4fc328');
const http: OutboundHttp = { request: () => Promise.reject(new Error('no request is wanted')) };

describe('the watch-only wallet', () => {
  it('shows no coins while a rescan that outlasted its call goes on', async () => {
    const core = slowCore();
    const access = { chain, network: 'regtest', http, url: '', user: '', password: '' } as const;
    const wallet = watchingWallet(core.rpc, 'watch', access);
    const words: string[] = [];
    const look = async (): Promise<void> => {
      words.push(
        await wallet.unspent(['bcrt1qfloat'], signal).then(
          (found) => `${found.length} coins`,
          (error: unknown) => String(error),
        ),
      );
    };

    const importing = await wallet.watch(['bcrt1qfloat'], 1_500_000_000, signal).catch(String);
    await look();
    core.finish();
    await look();

    expect(importing).to.equal('Error: the call took too long');
    expect(words).to.deep.equal([
      "RelayError: the bitcoin node's wallet is still reading blocks for our addresses",
      '0 coins',
    ]);
  });

  it('waits its turn where another service imports into it', async () => {
    const imported: string[] = [];
    const core = busyCore(2, (address) => imported.push(address));
    const access = { chain, network: 'regtest', http, url: '', user: '', password: '' } as const;
    const wallet = watchingWallet(core, 'watch', access);

    await wallet.watch(['bcrt1qfloat'], 1_500_000_000, signal);

    expect(imported).to.deep.equal(['addr(bcrt1qfloat)#00000000']);
  });
});

describe('a node whose wallets have much to write', () => {
  const access = { chain, network: 'regtest', http, url: '', user: '', password: '' } as const;

  it('is waited for by one call that all readers share, and not forever', async () => {
    const core = stalledCore('syncwithvalidationinterfacequeue');
    const wallet = watchingWallet(core.rpc, 'watch', access);

    const all = await Promise.all(
      Array.from({ length: 5 }, () => wallet.unspent(['bcrt1qfloat'], signal)),
    );

    expect(all).to.deep.equal(Array(5).fill([]));
    expect(core.waiting()).to.equal(1);
  });

  it('gets no more calls for a wallet that has not answered for three seconds', async () => {
    const core = stalledCore('listunspent');
    const wallet = watchingWallet(core.rpc, 'watch', access);

    void wallet.unspent(['bcrt1qfloat'], signal);
    await pause(3_200);
    const fault: unknown = await wallet
      .unspent(['bcrt1qfloat'], signal)
      .catch((error: unknown) => error);

    expect(fault).to.include({ code: 'CHAIN_UNREACHABLE' });
    expect(core.waiting()).to.equal(1);
  });
});

/** A node that never answers one of its methods. */
function stalledCore(stalled: string) {
  let waiting = 0;
  const call = ({ method }: CoreCall): Promise<CoreReply> => {
    if (method === stalled) {
      waiting += 1;
      return new Promise(() => undefined);
    }
    const results: Readonly<Record<string, unknown>> = {
      getwalletinfo: { scanning: false },
      getaddressinfo: { ismine: true },
      listunspent: [],
      getbestblockhash: '00'.repeat(32),
      listsinceblock: { transactions: [] },
      listwalletdir: { wallets: [] },
    };
    return Promise.resolve({ ok: true, result: results[method] ?? {} });
  };
  const rpc: CoreRpc = {
    call,
    batch: (calls) => Promise.all(calls.map(call)),
    ofWallet: () => rpc,
  };
  return { rpc, waiting: () => waiting };
}

/** A node whose wallet is busy with another service's import for this many calls. */
function busyCore(calls: number, onImported: (descriptor: string) => void): CoreRpc {
  let left = calls;
  const call = async ({ method, params }: CoreCall): Promise<CoreReply> => {
    if (method === 'importdescriptors' && left > 0) {
      left -= 1;
      const message = 'Wallet is currently rescanning. Abort existing rescan or wait.';
      return { ok: false, code: -4, message };
    }
    if (method === 'importdescriptors') {
      const [imports = []] = params as readonly { readonly desc: string }[][]; // CAST: the import's parameters.
      for (const { desc } of imports) onImported(desc);
      return { ok: true, result: imports.map(() => ({ success: true })) };
    }
    const results: Readonly<Record<string, unknown>> = {
      getwalletinfo: { scanning: false },
      getaddressinfo: { ismine: false },
      getdescriptorinfo: { descriptor: 'addr(bcrt1qfloat)#00000000' },
      listwalletdir: { wallets: [] },
    };
    return { ok: true, result: results[method] ?? {} };
  };
  const rpc: CoreRpc = {
    call,
    batch: (all) => Promise.all(all.map(call)),
    ofWallet: () => rpc,
  };
  return rpc;
}

/** A node whose import outlasts every call. */
function slowCore() {
  let scanning: unknown = false;
  const call = async ({ method }: CoreCall): Promise<CoreReply> => {
    if (method === 'importdescriptors') {
      scanning = { duration: 11, progress: 0.2 };
      throw new Error('the call took too long');
    }
    const results: Readonly<Record<string, unknown>> = {
      getwalletinfo: { scanning },
      getaddressinfo: { ismine: scanning !== false },
      getdescriptorinfo: { descriptor: 'addr(bcrt1qfloat)#00000000' },
      listsinceblock: { transactions: [] },
      listunspent: [],
      getbestblockhash: '00'.repeat(32),
      listwalletdir: { wallets: [] },
    };
    return { ok: true, result: results[method] ?? {} };
  };
  const rpc: CoreRpc = {
    call,
    batch: (calls) => Promise.all(calls.map(call)),
    ofWallet: () => rpc,
  };
  return {
    rpc,
    finish: () => {
      scanning = false;
    },
  };
}
