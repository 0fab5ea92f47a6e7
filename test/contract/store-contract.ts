import type { ContractStore } from './contract-store.ts';
import { booksContract } from './books-contract.ts';
import { storeArchive } from './store-contract-archive.ts';
import { storeAccountHooks } from './store-contract-account-hooks.ts';
import { storeAnswers } from './store-contract-answers.ts';
import { storeBooks } from './store-contract-books.ts';
import { storeSlots } from './store-contract-slots.ts';
import { storeTransactions } from './store-contract-transactions.ts';
import { storeDeposits } from './store-contract-deposits.ts';
import { storeEvents } from './store-contract-events.ts';
import { storeFundings } from './store-contract-fundings.ts';
import { storeDeliveries } from './store-contract-deliveries.ts';
import { storeLines } from './store-contract-lines.ts';
import { storeOverdue } from './store-contract-overdue.ts';
import { storeHooks } from './store-contract-hooks.ts';
import { storeSigned } from './store-contract-signed.ts';
import { storeUnderWay } from './store-contract-under-way.ts';
import { storeLine } from './store-contract-line.ts';
import { storeKeys } from './store-contract-keys.ts';
import { storeLane } from './store-contract-lane.ts';
import { storeLogs } from './store-contract-logs.ts';
import { storeMessages } from './store-contract-messages.ts';
import { storeInvoices } from './store-contract-invoices.ts';
import { storePasses } from './store-contract-passes.ts';
import { storeAccounts } from './store-contract-accounts.ts';
import { storeNotifier } from './store-contract-notifier.ts';
import { storeOperators } from './store-contract-operators.ts';
import { storeAgents } from './store-contract-agents.ts';
import { storeMandates } from './store-contract-mandates.ts';
import { storeLinks } from './store-contract-links.ts';
import { storePlans } from './store-contract-plans.ts';
import { storePrimitives } from './store-contract-primitives.ts';
import { storeEvidence } from './store-contract-evidence.ts';
import { storeRecords } from './store-contract-records.ts';
import { storeRequests } from './store-contract-requests.ts';
import { storeRoutes } from './store-contract-routes.ts';
import { storeRouteSearches } from './store-contract-route-searches.ts';
import { storeSessions } from './store-contract-sessions.ts';
import { storePayments } from './store-contract-payments.ts';
import { storeSponsored } from './store-contract-sponsored.ts';
import { storeSureTime } from './store-contract-sure-time.ts';
import { storeUnits } from './store-contract-units.ts';

/** What every store must keep. `open` gives an empty one. */
export function storeContract(name: string, open: () => Promise<ContractStore>): void {
  describe(`the store on ${name}`, () => {
    let store: ContractStore;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(async () => store.close());

    const given = (): ContractStore => store;
    storeUnits(given);
    storeRoutes(given);
    storeRouteSearches(given);
    storeArchive(given);
    storeDeposits(given);
    storeNotifier(given);
    storeFundings(given);
    storeTransactions(given);
    storeUnderWay(given);
    storeLine(given);
    storeSigned(given);
    storeSlots(given);
    storeAccounts(given);
    storePayments(given);
    storeSponsored(given);
    storeBooks(given);
    booksContract(() => ({
      reads: store.reads.books,
      run: (work) => store.run('books', (tx) => work(tx.books)),
    }));
    storeRequests(given);
    storeAnswers(given);
    storeHooks(given);
    storeDeliveries(given);
    storeLines(given);
    storeOverdue(given);
    storeRecords(given);
    storeKeys(given);
    storePasses(given);
    storeLane(given);
    storeMessages(given);
    storeLogs(given);
    storeEvidence(given);
    storeInvoices(given);
    storePrimitives(given);
    storeLinks(given);
    storeAgents(given);
    storeMandates(given);
    storePlans(given);
    storeOperators(given);
    storeSessions(given);
    storeEvents(given);
    storeAccountHooks(given);
    storeSureTime(given);
  });
}
