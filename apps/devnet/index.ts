export { attachDevnet } from './attach-devnet.ts';
export type { DevnetChain, DevnetReport } from './devnet-report.ts';
export { forkDevnet } from './fork-devnet.ts';
export { isLoopback } from './http/loopback.ts';
export type { Devnet } from './supervisor.ts';
export { startDevnet } from './supervisor.ts';
