import { defineModule, type Duty } from '@interline/kernel';
import type { TransferPorts } from '../transfer/index.ts';
import { drainFormerKeys } from './drain-former-keys.ts';
import { listAccounts } from './list-accounts.ts';
import { listAttention } from './list-attention.ts';
import { resumeAccount } from './resume-account.ts';

export interface Ports {
  readonly transfer: { readonly ports: TransferPorts };
  /** Aborts when the process is asked to stop. */
  readonly lifetime: AbortSignal;
}

export const operations = defineModule({
  needs: ['transfer', 'lifetime'],
  create: ({ transfer: { ports }, lifetime }: Ports) => ({
    listAttention: listAttention(ports),
    listAccounts: listAccounts(ports),
    resumeAccount: resumeAccount(ports),
    duties: [
      {
        name: 'drain-former-keys',
        everyMs: 30_000,
        run: () => drainFormerKeys(ports, lifetime),
      },
    ] satisfies readonly Duty[],
  }),
});
