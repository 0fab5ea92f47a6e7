import { defineModule } from '@interline/kernel';
import type { TransferPorts } from '../transfer/index.ts';
import { listAccounts } from './list-accounts.ts';
import { listAttention } from './list-attention.ts';
import { raiseCap } from './raise-cap.ts';
import { resumeAccount } from './resume-account.ts';

export interface Ports {
  readonly transfer: { readonly ports: TransferPorts };
}

export const operations = defineModule({
  needs: ['transfer'],
  create: ({ transfer: { ports } }: Ports) => ({
    listAttention: listAttention(ports),
    listAccounts: listAccounts(ports),
    raiseCap: raiseCap(ports),
    resumeAccount: resumeAccount(ports),
  }),
});
