export type { AttachedDevnet } from './attach-devnet.ts';
export { attachDevnet } from './attach-devnet.ts';
export type { DevnetChain, DevnetReport, DevnetToken, DevnetUpstream } from './devnet-chain.ts';
export type { FaucetRequest } from './faucet/read-faucet-request.ts';
export type { ForkedDevnet } from './fork-devnet.ts';
export { forkDevnet } from './fork-devnet.ts';
export { isLoopback } from './http/is-loopback.ts';
export type { Devnet, DevnetOptions } from './supervisor.ts';
export { startDevnet } from './supervisor.ts';
