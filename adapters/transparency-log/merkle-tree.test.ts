import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isConsistent, isIncluded, leafHashOf } from './merkle-tree.ts';
import { consistencyProof, inclusionProof, rootOf } from './testing/whole-tree.ts';

/** Of github.com/transparency-dev/merkle, testdata, at 417fb0c3: good proofs and mutated ones. */
const vectors = readFileSync(new URL('testing/merkle-vectors.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split(' '));

describe('a Merkle tree', () => {
  it('judges the 196 proofs of transparency-dev as they are judged there, and one more strictly', () => {
    const wrong = vectors.filter(([kind, wanted, ...fields]) => {
      const holds = kind === 'inclusion' ? inclusionHolds(fields) : consistencyHolds(fields);
      return holds !== (wanted === 'holds');
    });

    expect(vectors.length).to.equal(196);
    // There two roots of 12 bytes that are the same are consistent; here a root has 32.
    expect(wrong.map((fields) => fields.join(' '))).to.deep.equal([
      'consistency holds 1 1 ZG9uJ3QgY2FyZSAy ZG9uJ3QgY2FyZSAy -',
    ]);
  });

  it('has the root of RFC 6962 for no leaf, for one, and for the eight of its reference', () => {
    // The eight leaves of certificate-transparency's own tests, and their roots.
    const leaves = [
      '',
      '00',
      '10',
      '2021',
      '3031',
      '40414243',
      '5051525354555657',
      '606162636465666768696a6b6c6d6e6f',
    ].map((hex) => leafHashOf(Buffer.from(hex, 'hex')));

    expect([0, 1, 8].map((size) => textOf(rootOf(leaves.slice(0, size))))).to.deep.equal([
      '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
      'bjQLnP+zepicpUTmu3gKLHiQHT+zNzh2hRGjBhevoB0=',
      'XcnaeacGWamtVZy3Ad7ZoqudgjqtL0lgz+Nw7/RgQyg=',
    ]);
  });

  it('proves every leaf and every beginning of every tree up to 40 leaves, and nothing else', () => {
    const leaves = leavesOf(41);
    const root = (size: number) => rootOf(leaves.slice(0, size));
    let proven = 0;
    for (let size = 1; size <= 40; size += 1) {
      const tree = leaves.slice(0, size);
      for (let at = 0; at < size; at += 1) {
        const proof = inclusionProof(tree, at);
        const leafHash = leaves[at] ?? Buffer.alloc(0);
        const other = leaves[at + 1] ?? Buffer.alloc(0);
        const said = { index: at, size, root: root(size), proof };
        expect([
          isIncluded({ ...said, leafHash }),
          isIncluded({ ...said, leafHash: other }),
        ]).to.deep.equal([true, false]);
        const from = { size: at + 1, root: root(at + 1) };
        const beginning = consistencyProof(tree, at + 1);
        const to = { size, root: root(size) };
        expect([
          isConsistent({ from, to, proof: beginning }),
          isConsistent({ from: { ...from, root: other }, to, proof: beginning }),
        ]).to.deep.equal([true, false]);
        proven += 2;
      }
    }

    expect(proven).to.equal(1_640);
  });

  it('hashes the leaf of a mint as the text of its design does', () => {
    const leaf = leafHashOf(
      Buffer.from(
        'svc-mint-leaf/v2\nsvc.example/plus-mint\n{"notAfter":1769817600000,"notBefore":1767225600000,"prevNotBefore":null,"prevThumb":null,"prevWitSeq":0,"seq":1,"suite":"RSABSSA-SHA384-PSS-Randomized","thumb":"0aWsmgFfrC73s0FnNjVRKhUR9B_jfREbJn8DnuxdT1g","v":2}\n',
      ),
    );

    expect(leaf.toString('hex')).to.equal(
      'be4a90c69304265ede896e70ae19ad2e2b1dd7196a69bcf456eeeb1d0efea53e',
    );
    expect(textOf(rootOf([leaf]))).to.equal('vkqQxpMEJl7eiW5wrhmtLisd1xlqabz0Vu7rHQ7+pT4=');
  });

  it('distinguishes every one of 1,000 forks from a tree that goes on', () => {
    const leaves = leavesOf(40);
    let random = 7;
    const below = (most: number): number => {
      random = (random * 48_271) % 2_147_483_647;
      return random % most;
    };
    let found = 0;
    for (let fork = 0; fork < 1_000; fork += 1) {
      const seen = 1 + below(39);
      const size = seen + below(41 - seen);
      const forked = [...leaves.slice(0, size)];
      const at = below(seen);
      forked[at] = leafHashOf(Buffer.from(`another leaf ${fork}`));
      const isAccepted = isConsistent({
        from: { size: seen, root: rootOf(leaves.slice(0, seen)) },
        to: { size, root: rootOf(forked) },
        proof: consistencyProof(forked, seen),
      });
      if (!isAccepted) found += 1;
    }

    expect(found).to.equal(1_000);
  });
});

function inclusionHolds([index, size, leafHash, root, proof]: readonly string[]): boolean {
  return isIncluded({
    index: Number(index),
    size: Number(size),
    leafHash: bytesIn(leafHash),
    root: bytesIn(root),
    proof: hashesIn(proof),
  });
}

function consistencyHolds([from, to, older, newer, proof]: readonly string[]): boolean {
  return isConsistent({
    from: { size: Number(from), root: bytesIn(older) },
    to: { size: Number(to), root: bytesIn(newer) },
    proof: hashesIn(proof),
  });
}

function hashesIn(text = '-'): readonly Buffer[] {
  return text === '-' ? [] : text.split(',').map(bytesIn);
}

function textOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString('base64');
}

function bytesIn(text = '-'): Buffer {
  return Buffer.from(text === '-' ? '' : text, 'base64');
}

function leavesOf(count: number): readonly Buffer[] {
  return Array.from({ length: count }, (_, at) =>
    leafHashOf(createHash('sha256').update(`leaf ${at}`).digest()),
  );
}
