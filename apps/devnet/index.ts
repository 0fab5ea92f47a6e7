export type { AttachedDevnet } from './attach-devnet.ts';
export { attachDevnet } from './attach-devnet.ts';
export type { DevnetChain, DevnetReport, DevnetToken, DevnetUpstream } from './devnet-report.ts';
export type { FaucetRequest } from './faucet/read-faucet-request.ts';
export { forkDevnet, type ForkedDevnet } from './fork-devnet.ts';
export { isLoopback } from './http/loopback.ts';
export type { Devnet, DevnetOptions } from './supervisor.ts';
export { startDevnet } from './supervisor.ts';
