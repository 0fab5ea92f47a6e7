import type { CommandRow } from './command-row.ts';

interface CommandGroup {
  readonly title: string;
  readonly rows: readonly CommandRow[];
}

/**
 * Every command. A row is loaded alone: a command that talks to a service does not wait for what
 * starts one, and help and version wait for none.
 */
export const commandGroups: readonly CommandGroup[] = [
  {
    title: 'Move money:',
    rows: [
      {
        name: 'quote',
        does: 'price a transfer',
        load: async () => (await import('./commands/quote.ts')).quoteCommand(),
      },
      {
        name: 'compare',
        does: 'what every rail of a lane would deliver, side by side',
        load: async () => (await import('./commands/compare.ts')).compareCommand(),
      },
      {
        name: 'chains',
        does: 'the chains of the service by number and name, and what each can do here',
        load: async () => (await import('./commands/chains.ts')).chainsCommand(),
      },
      {
        name: 'plan',
        does: 'which of several sources, or which parts of them, bring an amount; what they have, and what lanes cost',
        load: async () => (await import('./commands/plan.ts')).planCommand(),
      },
      {
        name: 'send',
        does: 'sign with a local key, or from bitcoin show where to pay; then follow the route to both transactions',
        load: async () => (await import('./commands/send.ts')).sendCommand(),
      },
      {
        name: 'mcp',
        does: 'serve a desktop agent over its input and output: a key on this machine, and only what a policy allows',
        load: async () => (await import('./commands/mcp.ts')).mcpCommand(),
      },
      {
        name: 'agent',
        does: 'let a program ask for transfers of the signed-in wallet, within a policy: register, change, freeze, approve, look',
        load: async () => (await import('./commands/agent.ts')).agentCommand(),
      },
      {
        name: 'mandate',
        does: 'sign what an agent may pay by an AP2 mandate, pay under it, see what is left of it, and revoke it',
        load: async () => (await import('./commands/mandate.ts')).mandateCommand(),
      },
      {
        name: 'sponsor',
        does: 'have calls of your own account made from a wallet without coin: NFTs, approvals, anything, for a fee in dollars',
        load: async () => (await import('./commands/sponsor.ts')).sponsorCommand(),
      },
      {
        name: 'payments',
        does: 'which x402 payments are settled here for others, and the state of one',
        load: async () => (await import('./commands/payments.ts')).paymentsCommand(),
      },
      {
        name: 'membership',
        does: 'which NFTs make members here, who is one, and what a vault lends to the wallet that pays',
        load: async () => (await import('./commands/membership.ts')).membershipCommand(),
      },
      {
        name: 'status',
        does: 'show where a route stands, or follow it to its end',
        load: async () => (await import('./commands/status.ts')).statusCommand(),
      },
      {
        name: 'routes',
        does: 'the routes that were sent from this machine',
        load: async () => (await import('./commands/routes.ts')).routesCommand(),
      },
      {
        name: 'receipt',
        does: 'get the signed receipt of a route that has ended, with its proof once the log has it',
        load: async () => (await import('./commands/receipt.ts')).receiptCommand(),
      },
      {
        name: 'verify',
        does: 'check a kept receipt on this machine, and that the log of all receipts contains it',
        load: async () => (await import('./commands/receipt.ts')).verifyCommand(),
      },
      {
        name: 'reserves',
        does: 'check what the service signed that it holds and owes, and that a held refund is counted in it',
        load: async () => (await import('./commands/reserves.ts')).reservesCommand(),
      },
      {
        name: 'listen',
        does: 'take webhooks on this machine, verify them, and forward them to a receiver that is being built',
        load: async () => (await import('./commands/listen.ts')).listenCommand(),
      },
      {
        name: 'wallet',
        does: 'make a key of your own to send with',
        load: async () => (await import('./commands/wallet.ts')).walletCommand(),
      },
      {
        name: 'faucet',
        does: 'on a devnet, get money for a wallet',
        load: async () => (await import('./commands/faucet.ts')).faucetCommand(),
      },
    ],
  },
  {
    title: 'Ask without being known:',
    rows: [
      {
        name: 'passes',
        does: 'take or buy passes: each takes one request past the limit, and says nothing of who sends it',
        load: async () => (await import('./commands/passes.ts')).passesCommand(),
      },
      {
        name: 'mint',
        does: 'check that the mint of passes shows everyone the same keys',
        load: async () => (await import('./commands/mint.ts')).mintCommand(),
      },
      {
        name: 'message',
        does: 'write and read messages: encrypted here, and no third party learns who writes to whom',
        load: async () => (await import('./commands/message.ts')).messageCommand(),
      },
    ],
  },
  {
    title: 'Run a service:',
    rows: [
      {
        name: 'init',
        does: 'write a commented config to start from; it names secrets and never holds one',
        load: async () => (await import('./commands/init.ts')).initCommand(),
      },
      {
        name: 'config',
        does: "look at a deployment's config",
        load: async () => (await import('./commands/config.ts')).configCommand(),
      },
      {
        name: 'doctor',
        does: 'check that each part is well: of a running service, or of a config before it runs',
        load: async () => (await import('./commands/doctor.ts')).doctorCommand(),
      },
      {
        name: 'up',
        does: 'start the service; with no config, on 22 local chains',
        load: async () => (await import('./commands/up.ts')).upCommand(),
      },
      {
        name: 'worker',
        does: 'move accepted routes, without serving requests; needs the PostgreSQL that the instances share',
        load: async () => (await import('./commands/worker.ts')).workerCommand(),
      },
      {
        name: 'demo',
        does: 'do the main job for real: a wallet with no gas moves 5 USDC from Base to Arbitrum on local chains',
        load: async () => (await import('./commands/demo.ts')).demoCommand(),
      },
      {
        name: 'keys',
        does: "the relayer's keys: which accounts they are, what is missing of them, and how they are replaced",
        load: async () => (await import('./commands/keys.ts')).keysCommand(),
      },
      {
        name: 'migrate',
        does: "bring a deployment's database to the form of this program; every start does so too",
        load: async () => (await import('./commands/migrate.ts')).migrateCommand(),
      },
      {
        name: 'backup',
        does: 'copy the store into one file, whole and checked, while the service runs or not',
        load: async () => (await import('./commands/backup.ts')).backupCommand(),
      },
      {
        name: 'restore',
        does: 'put a copy in the place of a store that is gone; the service must be stopped',
        load: async () => (await import('./commands/backup.ts')).restoreCommand(),
      },
      {
        name: 'store',
        does: 'keep the store small: move what ended long ago to the archive, and give room back',
        load: async () => (await import('./commands/store.ts')).storeCommand(),
      },
      {
        name: 'recover',
        does: 'bring a restored store forward to its chains, while the service is stopped',
        load: async () => (await import('./commands/recover.ts')).recoverCommand(),
      },
    ],
  },
  {
    title: 'Operate it:',
    rows: [
      {
        name: 'desk',
        does: 'everything that needs a person, the oldest first, with the command for each',
        load: async () => (await import('./commands/desk.ts')).deskCommand(),
      },
      {
        name: 'route',
        does: "commands on one route: an operator's, and a payer's refund-address",
        load: async () => (await import('./commands/route.ts')).routeCommand(),
      },
      {
        name: 'account',
        does: "a wallet's own account: sign in, its routes, refunds, sponsored calls and webhooks; and the relayer's accounts, for an operator",
        load: async () => (await import('./commands/account.ts')).accountCommand(),
      },
      {
        name: 'hook',
        does: 'webhooks that failed: list them, and send their last event again',
        load: async () => (await import('./commands/hook.ts')).hookCommand(),
      },
      {
        name: 'float',
        does: "the relayer's float and gas: holdings, targets, withdrawals, moves between chains",
        load: async () => (await import('./commands/float.ts')).floatCommand(),
      },
      {
        name: 'books',
        does: "the relayer's double-entry books, and how they compare with the chains",
        load: async () => (await import('./commands/books.ts')).booksCommand(),
      },
      {
        name: 'pause',
        does: 'accept nothing new in a scope, and keep routes under way there from sending anything further',
        load: async () => (await import('./commands/switches.ts')).pauseCommand(),
      },
      {
        name: 'drain',
        does: 'accept nothing new in a scope; routes under way there go on to their end',
        load: async () => (await import('./commands/switches.ts')).drainCommand(),
      },
      {
        name: 'resume',
        does: 'open a scope that was paused or drained',
        load: async () => (await import('./commands/switches.ts')).resumeCommand(),
      },
      {
        name: 'switches',
        does: 'list what is paused or draining, by whom and why',
        load: async () => (await import('./commands/switches.ts')).switchesCommand(),
      },
      {
        name: 'operator',
        does: 'the orders that operators gave, and one about logs',
        load: async () => (await import('./commands/operator.ts')).operatorCommands(),
      },
    ],
  },
  {
    title: 'This command line:',
    rows: [
      {
        name: 'completion',
        does: 'print the script by which a shell completes these commands',
        load: async () =>
          (await import('./commands/completion.ts')).completionCommand(
            commandGroups.flatMap(({ rows }) => rows),
          ),
      },
    ],
  },
];
