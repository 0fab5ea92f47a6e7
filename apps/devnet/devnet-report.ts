export type DevnetToken = { symbol: string; address: string; decimals: number };

/**
 * One running chain: `memberNft` is its member pass, `bridge` the target of the stand-ins' calls.
 */
export type DevnetChain = {
  chainId: number;
  name: string;
  rpcUrl: string;
  tokens: readonly DevnetToken[];
  memberNft: string;
  bridge: string;
};

/**
 * A local HTTP server that imitates one bridge aggregator; `url` is the base of its documented
 * paths, `signer` the key of one that signs its quotes.
 */
export type DevnetUpstream = { engine: string; url: string; signer?: string };

/** A Bitcoin node of this devnet only, with every transaction indexed. */
export type DevnetBitcoin = { rpcUrl: string; user: string; password: string; network: 'regtest' };

/** A Solana runtime with a real node's RPC and websocket; `wsUrl` reports confirmations. */
export type DevnetSolana = { rpcUrl: string; wsUrl: string };

/** A simulated Stellar ledger behind Horizon's API, and the issuer of its dollars. */
export type DevnetStellar = {
  horizonUrl: string;
  passphrase: string;
  usdc: { code: string; issuer: string };
  simulated: true;
};

/** A witness of transparency logs, and its verifier keys. */
export type DevnetWitness = { name: string; url: string; vkeys: readonly string[] };

/** The non-EVM chains that a devnet can have. */
export type BesideChain = 'bitcoin' | 'solana' | 'stellar';

/** A requested chain that does not run, with the reason and advice. */
export type MissingNode = { chain: 'bitcoin' | 'solana'; why: string };

/** The response of GET /devnet; `instance` is a random id, new with every start. */
export type DevnetReport = {
  instance: string;
  chains: readonly DevnetChain[];
  upstreams: readonly DevnetUpstream[];
  bitcoin: DevnetBitcoin | null;
  solana: DevnetSolana | null;
  stellar: DevnetStellar | null;
  witnesses: readonly DevnetWitness[];
  missing: readonly MissingNode[];
};

/** The chain's token with this symbol or address, in any case of its letters. */
export function tokenNamed({ tokens }: DevnetChain, name: string): DevnetToken | undefined {
  const wanted = name.toLowerCase();
  return tokens.find(
    ({ symbol, address }) => symbol.toLowerCase() === wanted || address.toLowerCase() === wanted,
  );
}

/** Reads a report from HTTP or from another process; throws with the name of the wrong field. */
export function readDevnetReport(value: unknown): DevnetReport {
  const report = membersOf(value, 'the report');
  return {
    instance: textIn(report, 'instance'),
    chains: listIn(report, 'chains').map(readChain),
    upstreams: listIn(report, 'upstreams').map(readUpstream),
    bitcoin: readWhereGiven(report, 'bitcoin', readBitcoin),
    solana: readWhereGiven(report, 'solana', readSolana),
    stellar: readWhereGiven(report, 'stellar', readStellar),
    witnesses:
      report['witnesses'] === undefined ? [] : listIn(report, 'witnesses').map(readWitness),
    missing: report['missing'] === undefined ? [] : listIn(report, 'missing').map(readMissing),
  };
}

function readWhereGiven<T>(
  report: Members,
  field: string,
  read: (members: Members) => T,
): T | null {
  const value = report[field] ?? null;
  return value === null ? null : read(membersOf(value, field));
}

function readBitcoin(node: Members): DevnetBitcoin {
  return {
    rpcUrl: textIn(node, 'rpcUrl'),
    user: textIn(node, 'user'),
    password: textIn(node, 'password'),
    network: 'regtest',
  };
}

function readSolana(node: Members): DevnetSolana {
  return { rpcUrl: textIn(node, 'rpcUrl'), wsUrl: textIn(node, 'wsUrl') };
}

function readStellar(node: Members): DevnetStellar {
  const usdc = membersOf(node['usdc'], 'usdc');
  return {
    horizonUrl: textIn(node, 'horizonUrl'),
    passphrase: textIn(node, 'passphrase'),
    usdc: { code: textIn(usdc, 'code'), issuer: textIn(usdc, 'issuer') },
    simulated: true,
  };
}

function readWitness(value: unknown): DevnetWitness {
  const witness = membersOf(value, 'a witness');
  return {
    name: textIn(witness, 'name'),
    url: textIn(witness, 'url'),
    vkeys: listIn(witness, 'vkeys').map((vkey) => textIn({ vkey }, 'vkey')),
  };
}

function readMissing(value: unknown): MissingNode {
  const node = membersOf(value, 'a missing node');
  const chain = textIn(node, 'chain');
  if (chain !== 'bitcoin' && chain !== 'solana')
    throw new Error(`a missing node is of the chain ${chain}; known are bitcoin and solana`);
  return { chain, why: textIn(node, 'why') };
}

function readChain(value: unknown): DevnetChain {
  const chain = membersOf(value, 'a chain');
  return {
    chainId: integerIn(chain, 'chainId'),
    name: textIn(chain, 'name'),
    rpcUrl: textIn(chain, 'rpcUrl'),
    tokens: listIn(chain, 'tokens').map(readToken),
    memberNft: textIn(chain, 'memberNft'),
    bridge: textIn(chain, 'bridge'),
  };
}

function readToken(value: unknown): DevnetToken {
  const token = membersOf(value, 'a token');
  return {
    symbol: textIn(token, 'symbol'),
    address: textIn(token, 'address'),
    decimals: integerIn(token, 'decimals'),
  };
}

function readUpstream(value: unknown): DevnetUpstream {
  const upstream = membersOf(value, 'an upstream');
  return {
    engine: textIn(upstream, 'engine'),
    url: textIn(upstream, 'url'),
    ...(upstream['signer'] === undefined ? {} : { signer: textIn(upstream, 'signer') }),
  };
}

type Members = Record<string, unknown>;

function membersOf(value: unknown, what: string): Members {
  if (typeof value !== 'object' || value === null) throw new Error(`${what} is not an object`);
  return { ...value };
}

function textIn(members: Members, field: string): string {
  const value = members[field];
  if (typeof value !== 'string') throw new Error(`${field} is not text`);
  return value;
}

function integerIn(members: Members, field: string): number {
  const value = members[field];
  if (typeof value !== 'number' || !Number.isSafeInteger(value))
    throw new Error(`${field} is not a whole number`);
  return value;
}

function listIn(members: Members, field: string): unknown[] {
  const value = members[field];
  if (!Array.isArray(value)) throw new Error(`${field} is not a list`);
  return value;
}
