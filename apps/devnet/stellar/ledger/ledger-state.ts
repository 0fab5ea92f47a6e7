import type {
  AccountEntry,
  ClaimableEntry,
  DataEntry,
  LedgerEntry,
  TrustLineEntry,
} from './ledger-entries.ts';

/**
 * The entries of the ledger. A fork sees its parent's entries and keeps its own changes until
 * `commit` applies them; entries are never changed in place.
 */
export class LedgerState {
  readonly #entries = new Map<string, LedgerEntry | undefined>();
  readonly #parent: LedgerState | undefined;

  constructor(parent?: LedgerState) {
    this.#parent = parent;
  }

  fork(): LedgerState {
    return new LedgerState(this);
  }

  commit(): void {
    if (this.#parent === undefined) throw new Error('the root of a ledger state has no parent');
    for (const [key, entry] of this.#entries) this.#parent.#write(key, entry);
  }

  /** A copy that later commits into this state do not affect. */
  snapshot(): LedgerState {
    const copy = new LedgerState();
    for (const entry of this.entries()) copy.put(entry);
    return copy;
  }

  account(id: string): AccountEntry | undefined {
    const entry = this.#read(`account ${id}`);
    return entry?.kind === 'account' ? entry : undefined;
  }

  trustLine(account: string, asset: string): TrustLineEntry | undefined {
    const entry = this.#read(`trustline ${account} ${asset}`);
    return entry?.kind === 'trustline' ? entry : undefined;
  }

  data(account: string, name: string): DataEntry | undefined {
    const entry = this.#read(`data ${account} ${name}`);
    return entry?.kind === 'data' ? entry : undefined;
  }

  claimable(id: string): ClaimableEntry | undefined {
    const entry = this.#read(`claimable ${id}`);
    return entry?.kind === 'claimable' ? entry : undefined;
  }

  put(entry: LedgerEntry): void {
    this.#entries.set(keyOf(entry), entry);
  }

  remove(entry: LedgerEntry): void {
    this.#write(keyOf(entry), undefined);
  }

  /** All entries, in the order of their keys, so that two equal states read the same. */
  entries(): LedgerEntry[] {
    return [...this.#keys()].sort().flatMap((key) => this.#read(key) ?? []);
  }

  #keys(): Set<string> {
    const own = this.#entries.keys();
    return new Set(this.#parent === undefined ? own : [...this.#parent.#keys(), ...own]);
  }

  #read(key: string): LedgerEntry | undefined {
    if (this.#entries.has(key)) return this.#entries.get(key);
    return this.#parent === undefined ? undefined : this.#parent.#read(key);
  }

  #write(key: string, entry: LedgerEntry | undefined): void {
    if (entry === undefined && this.#parent === undefined) this.#entries.delete(key);
    else this.#entries.set(key, entry);
  }
}

function keyOf(entry: LedgerEntry): string {
  switch (entry.kind) {
    case 'account':
      return `account ${entry.id}`;
    case 'trustline':
      return `trustline ${entry.account} ${entry.asset}`;
    case 'data':
      return `data ${entry.account} ${entry.name}`;
    case 'claimable':
      return `claimable ${entry.id}`;
  }
}
