import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { SeededChance } from '../seeded-chance.ts';
import type { HeadTape } from './head-tape.ts';
import { type AskedCall, heightIn, refusalOf, type Reply } from './json-rpc-call.ts';
import { olderView, type OlderView } from './older-view.ts';
import type { RequestSpell, Spell, Weather } from './weather.ts';

/** What all backends of one endpoint have in common. */
export interface EndpointState {
  readonly tape: HeadTape;
  /** Heights of the blocks that any reply has named. */
  readonly heights: Map<string, number>;
  readonly chance: SeededChance;
  /** Milliseconds since the weather began; null while there is none. */
  readonly weatherMs: () => number | null;
  readonly nowMs: () => number;
  /** The replies of the real node, in the order of the calls. */
  readonly ask: (calls: readonly AskedCall[]) => Promise<readonly Reply[]>;
  readonly dealt: (kind: Dealt) => void;
}

export type Dealt = Exclude<Spell['kind'] | RequestSpell['kind'], 'clear'>;

export interface HostileBackend {
  readonly url: string;
  close(): Promise<void>;
}

/** A node keeps the states of 64 blocks; no lag reaches further back. */
const mostLagBlocks = 56;
const keptRepliesAtMost = 4_096;
/** How long a client waits in vain before the connection breaks. */
const silenceMs = 1_200;

type Answer = 'reset' | { readonly status: number; readonly type: string; readonly body: string };

/**
 * A stand-in for one backend of a hosted RPC endpoint: a proxy with a port of its own before a real
 * node, which lags, forgets, repeats, loses and garbles by its weather.
 */
export async function hostileBackend(
  state: EndpointState,
  weather: Weather,
): Promise<HostileBackend> {
  const kept = new Map<string, unknown>();
  const server = createServer((incoming, outgoing) => {
    void serve(incoming, outgoing).catch(() => outgoing.destroy());
  });

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const answer = await answerTo(await bodyOf(incoming));
    if (answer === 'reset') return void outgoing.destroy();
    outgoing.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body);
  }

  async function answerTo(text: string): Promise<Answer> {
    const body = JSON.parse(text) as AskedCall | readonly AskedCall[]; // CAST: JSON-RPC 2.0's own shape.
    const calls = [body].flat();
    const atMs = state.weatherMs();
    const spell: RequestSpell = atMs === null ? { kind: 'clear' } : weather.requestSpell(atMs);
    if (spell.kind !== 'clear') state.dealt(spell.kind);
    switch (spell.kind) {
      case 'reset':
        return 'reset';
      case 'page':
      case 'status-500':
      case 'garbage':
        if (spell.isServed) await state.ask(calls);
        return unreadable[spell.kind];
      case 'slow':
        await pause(spell.delayMs);
        break;
      case 'reorder':
        await pause(state.chance.between(0, spell.mostDelayMs));
        break;
      case 'clear':
        break;
    }
    const replies = await repliesTo(calls, atMs);
    if (replies === 'silence') {
      await pause(silenceMs);
      return 'reset';
    }
    if (spell.kind === 'reorder') await pause(state.chance.between(0, spell.mostDelayMs));
    const written = spell.kind === 'reorder' ? shuffled(replies, state.chance) : replies;
    return json(Array.isArray(body) ? written : written[0]);
  }

  async function repliesTo(
    calls: readonly AskedCall[],
    atMs: number | null,
  ): Promise<readonly Reply[] | 'silence'> {
    const treated = calls.map((call) => treatmentOf(call, atMs));
    const asked = treated.flatMap(({ view }) => (view.ask === null ? [] : [view.ask]));
    const again = treated.flatMap(({ spell, call }) => (spell.kind === 'duplicate' ? [call] : []));
    const first = asked.length === 0 ? [] : await state.ask(asked);
    // A gateway that tries again shows its client the second reply.
    const second = again.length === 0 ? [] : await state.ask(again);
    for (const reply of first) noteHeights(state.heights, reply.result);

    if (treated.some(({ spell }) => spell.kind === 'lose-answer' && spell.by === 'silence'))
      return 'silence';
    return treated.map(({ call, spell, view }) => {
      const honest = view.answer(byId(first, call));
      const reply = spell.kind === 'duplicate' ? (byId(second, call) ?? honest) : honest;
      return altered(call, spell, reply);
    });
  }

  function treatmentOf(
    call: AskedCall,
    atMs: number | null,
  ): { readonly call: AskedCall; readonly spell: Spell; readonly view: OlderView } {
    const spell: Spell = atMs === null ? { kind: 'clear' } : weather.spell(call.method, atMs);
    if (spell.kind === 'lose-answer' || spell.kind === 'duplicate') state.dealt(spell.kind);
    if (spell.kind !== 'lag') return { call, spell, view: honestView(call) };
    const { newest } = state.tape;
    const head = Math.max(state.tape.headBy(state.nowMs() - spell.lagMs), newest - mostLagBlocks);
    if (head < newest) state.dealt('lag');
    return { call, spell, view: olderView(call, head, (hash) => state.heights.get(hash) ?? null) };
  }

  function altered(call: AskedCall, spell: Spell, reply: Reply): Reply {
    const key = `${call.method} ${JSON.stringify(call.params ?? [])}`;
    if (spell.kind === 'repeat') {
      if (!kept.has(key)) return reply;
      const before = kept.get(key);
      if (JSON.stringify(before) !== JSON.stringify(reply.result)) state.dealt('repeat');
      return { jsonrpc: '2.0', id: call.id, result: before };
    }
    if (reply.error === undefined && call.method !== 'eth_sendRawTransaction')
      keep(kept, key, reply.result);
    switch (spell.kind) {
      case 'forget':
        if (reply.result !== null) state.dealt('forget');
        return { jsonrpc: '2.0', id: call.id, result: null };
      case 'lose-answer':
        return refusalOf(call, -32_603, 'internal error');
      case 'inflate':
        state.dealt('inflate');
        return { ...reply, result: inflated(reply.result, spell.factor) };
      case 'clear':
      case 'lag':
      case 'duplicate':
        return reply;
    }
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number }; // CAST: a TCP server's address.
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const unreadable = {
  page: { status: 200, type: 'text/html', body: '<html><h1>Welcome back soon</h1></html>' },
  'status-500': { status: 500, type: 'text/plain', body: 'internal error' },
  garbage: { status: 200, type: 'application/json', body: '{"jsonrpc":"2.0","id":1,"resu' },
} as const;

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer); // CAST: an HTTP body's chunks.
  return Buffer.concat(chunks).toString();
}

function json(body: unknown): Answer {
  return { status: 200, type: 'application/json', body: JSON.stringify(body) };
}

function honestView(call: AskedCall): OlderView {
  return {
    ask: call,
    answer: (reply) => reply ?? refusalOf(call, -32_603, 'the node left it unanswered'),
  };
}

function byId(replies: readonly Reply[], { id }: AskedCall): Reply | null {
  return replies.find((one) => one.id === id) ?? null;
}

function noteHeights(heights: Map<string, number>, result: unknown): void {
  const height = heightIn(result, 'number') ?? heightIn(result, 'blockNumber');
  if (height === null || typeof result !== 'object' || result === null) return;
  const hash: unknown = Reflect.get(result, 'number' in result ? 'hash' : 'blockHash');
  if (typeof hash === 'string') keep(heights, hash, height);
}

function keep<T>(kept: Map<string, T>, key: string, value: T): void {
  kept.delete(key);
  kept.set(key, value);
  const oldest = kept.keys().next();
  if (kept.size > keptRepliesAtMost && oldest.done !== true) kept.delete(oldest.value);
}

/** Every price in the result, times the factor: a tip alone, or the rewards of past blocks. */
function inflated(result: unknown, factor: bigint): unknown {
  const times = (word: unknown): unknown =>
    typeof word === 'string' ? `0x${(BigInt(word) * factor + factor).toString(16)}` : word;
  if (typeof result === 'string') return times(result);
  const reward: unknown =
    typeof result === 'object' && result !== null ? Reflect.get(result, 'reward') : null;
  if (!Array.isArray(reward)) return result;
  return {
    ...(result as object), // CAST: it has a field.
    reward: reward.map((one: unknown) => (Array.isArray(one) ? one.map(times) : one)),
  };
}

function shuffled<T>(all: readonly T[], chance: SeededChance): readonly T[] {
  return all
    .map((one) => ({ one, place: chance.between(0, 1_000_000) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ one }) => one);
}
