import { startDevnet } from '@interline/devnet/supervisor';
import { systemClock } from '@interline/adapters/clock';
import {
  evmCustody,
  randomSigner,
  type EvmChainSettings,
  type EvmCustody,
  type LocalSigner,
} from '@interline/adapters/custody/evm';
import {
  type ChainRef,
  evmAddress,
  type EvmAddress,
  evmChain,
  maxUint256,
  permit2Address,
  TokenList,
} from '@interline/kernel';
import { collectedLog } from './collected-log.ts';
import { mined } from '../../support/mined.ts';
import { nodeRpc, type NodeRpc } from './node-rpc.ts';
import { Payer } from './payer.ts';

/** One real chain, custody over it, and people with tokens and no gas. */
export interface CustodyScene {
  readonly chain: ChainRef;
  readonly chainId: number;
  readonly rpcUrl: string;
  readonly rpc: NodeRpc;
  readonly usdc: EvmAddress;
  readonly dai: EvmAddress;
  readonly signers: { readonly spender: LocalSigner; readonly float: LocalSigner };
  readonly custody: EvmCustody;
  readonly log: ReturnType<typeof collectedLog>;
  /** Holds USDC; has approved Permit2 unless told otherwise. */
  payer(usdcUnits: bigint, terms?: { isApproved?: boolean }): Promise<Payer>;
  /** Custody of the same accounts over other nodes; closed with the scene. */
  over(
    rpcUrls: readonly string[],
    settings?: Partial<EvmChainSettings>,
    hooks?: { readonly onContradiction?: () => void },
  ): EvmCustody;
  give(token: 'USDC' | 'native', to: string, units: bigint): Promise<void>;
  /** Of the newest block. */
  now(): Promise<bigint>;
  close(): Promise<void>;
}

const chainId = 8453;
const chain = evmChain(chainId);

export async function custodyScene(
  signers: CustodyScene['signers'] = { spender: randomSigner(), float: randomSigner() },
): Promise<CustodyScene> {
  const devnet = await startDevnet({ chainIds: [chainId] });
  const [running] = devnet.chains;
  if (running === undefined) throw new Error('the devnet runs no chain');
  const { rpcUrl } = running;
  const rpc = nodeRpc(rpcUrl);
  const token = (symbol: string): EvmAddress =>
    evmAddress(running.tokens.find((one) => one.symbol === symbol)?.address ?? '');
  const usdc = token('USDC');
  const tokens = new TokenList(
    running.tokens.map((one) => ({
      chain,
      address: one.address.toLowerCase(),
      symbol: one.symbol,
      decimals: one.decimals,
      asset: one.symbol,
    })),
  );
  const log = collectedLog();
  const opened: EvmCustody[] = [];

  const over: CustodyScene['over'] = (rpcUrls, settings, hooks) => {
    const custody = evmCustody({
      chains: [{ chain, chainId, rpcUrls, ...settings }],
      signers,
      tokens,
      log,
      clock: systemClock,
      ...hooks,
    });
    opened.push(custody);
    return custody;
  };
  const give: CustodyScene['give'] = async (name, to, units) => {
    await devnet.faucet({ chainId, token: name === 'USDC' ? usdc : name, to, amount: units });
  };
  await Promise.all(
    Object.values(signers).map((signer) => give('native', signer.address, 10n ** 18n)),
  );

  return {
    chain,
    chainId,
    rpcUrl,
    rpc,
    usdc,
    dai: token('DAI'),
    signers,
    log,
    over,
    give,
    custody: over([rpcUrl]),
    async payer(usdcUnits, { isApproved = true } = {}) {
      const payer = new Payer(chainId);
      if (usdcUnits > 0n) await give('USDC', payer.address, usdcUnits);
      if (isApproved) await approvePermit2(rpc, usdc, payer.address);
      return payer;
    },
    async now() {
      const block = (await rpc('eth_getBlockByNumber', ['latest', false])) as { timestamp: string }; // CAST: anvil's own shape.
      return BigInt(block.timestamp);
    },
    async close() {
      await Promise.all(opened.map((custody) => custody.close()));
      await devnet.stop();
    },
  };
}

/** Without gas of the payer's, as only the node can. */
async function approvePermit2(rpc: NodeRpc, token: EvmAddress, payer: EvmAddress): Promise<void> {
  const data = `0x095ea7b3${permit2Address.slice(2).padStart(64, '0')}${maxUint256.toString(16)}`;
  await rpc('anvil_impersonateAccount', [payer]);
  await rpc('anvil_setBalance', [payer, '0xde0b6b3a7640000']);
  await mined(rpc, await rpc('eth_sendTransaction', [{ from: payer, to: token, data }]));
  await rpc('anvil_setBalance', [payer, '0x0']);
  await rpc('anvil_stopImpersonatingAccount', [payer]);
}
