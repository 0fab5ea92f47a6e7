import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import ts from 'typescript';
import { accountWords } from './en-account.ts';
import { deskWords } from './en-desk.ts';
import { followWords } from './en-follow.ts';
import { planWords } from './en-plan.ts';
import { privateWords } from './en-private.ts';
import { receiptWords } from './en-receipt.ts';
import { reviewWords } from './en-review.ts';
import { sponsorWords } from './en-sponsor.ts';
import { en } from './en.ts';
import { addWords, say, t } from './t.ts';

const sources = fileURLToPath(new URL('../', import.meta.url));
const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts'))
  .sort();

/** Attributes that people read or hear. */
const spoken = ['title', 'alt', 'placeholder', 'aria-label', 'label', 'aria-description'];

describe("the page's words", () => {
  it('are filled in, and none of their placeholders is left', () => {
    addWords(followWords);
    expect(t('offer.scoreOf', { score: '99' })).to.equal('99 of 100');
    expect(t('app.name')).to.equal('Interline');
    expect(say('head.delivered', { amount: '4.996', symbol: 'USDC' })).to.equal(
      '4.996 USDC delivered',
    );
  });

  it('are all in the table: no text is in the views', () => {
    const stray = files
      .filter((path) => path.endsWith('.tsx'))
      .flatMap((path) => strayIn(path, readFileSync(join(sources, path), 'utf8')));

    expect(files.filter((path) => path.endsWith('.tsx'))).to.have.length.above(5);
    expect(stray).to.deep.equal([]);
  });

  it('are all used', () => {
    const text = files
      .filter((path) => !path.startsWith(join('words', 'en')))
      .map((path) => readFileSync(join(sources, path), 'utf8'))
      .join('\n');
    // Made of a stage, a purpose or a reason.
    const computed =
      /^(stage|time|amount|state|head|wallet|tx|refund|order|how|field|health)\.|^passes\.(never|at-limit|each)$|^desk\.(paused|draining|below|above|spender)$/;
    const tables = [
      ...[en, followWords, receiptWords, reviewWords, planWords, privateWords, deskWords],
      ...[sponsorWords, accountWords],
    ].flatMap((table) => Object.keys(table));

    expect(new Set(tables).size).to.equal(tables.length);
    const unused = tables.filter((key) => !text.includes(`'${key}'`) && !computed.test(key));

    expect(unused).to.deep.equal([]);
  });

  it('are not written in a view: such text is found', () => {
    expect(strayIn('a.tsx', 'const a = <p title="Hello">{x}</p>;')).to.have.length(1);
    expect(strayIn('a.tsx', 'const a = <p>Hello {x}</p>;')).to.have.length(1);
    expect(
      strayIn('a.tsx', 'const a = <p class="hello">{t("app.name")} \u00b7 </p>;'),
    ).to.have.length(0);
  });
});

function strayIn(path: string, text: string): readonly string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node) && /\p{L}/u.test(node.text)) found.push(`${path}: ${node.text.trim()}`);
    if (
      ts.isJsxAttribute(node) &&
      spoken.includes(node.name.getText(source)) &&
      node.initializer !== undefined &&
      ts.isStringLiteral(node.initializer) &&
      /\p{L}/u.test(node.initializer.text)
    )
      found.push(`${path}: ${node.initializer.text}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
