import { readFile } from 'node:fs/promises';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { parse } from 'yaml';
import { type Harness, startHarness } from '../support/harness.ts';
import { faultsOf } from '../support/exported-metrics.ts';
import { readPromQl } from '../support/prom-ql.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

const alertsFile = new URL('../../apps/deploy/alerts.yaml', import.meta.url);

describe('the alert rules for Prometheus', () => {
  let harness: Harness;
  let rules: readonly Rule[];
  before(async () => {
    harness = await startHarness({ chainIds: [8453] });
    // CAST: each rule is checked field by field below.
    const file = parse(await readFile(alertsFile, 'utf8')) as {
      readonly groups: readonly { readonly rules: readonly Rule[] }[];
    };
    rules = file.groups.flatMap((group) => group.rules);
  });
  after(() => harness.stop());

  it('read only metrics that the service exports, by labels that they have', () => {
    const { registry } = harness.container.get(parts.meters);

    const wrong = rules.flatMap(({ alert, expr }) =>
      readPromQl(expr).flatMap((one) =>
        faultsOf(registry, one).map((fault) => `${alert}: ${fault}`),
      ),
    );

    expect(wrong).to.deep.equal([]);
    expect(rules.length).to.be.greaterThan(15);
  });

  it('see a metric that is not there, and a label that a metric does not have', () => {
    const { registry } = harness.container.get(parts.meters);

    const faults = readPromQl(
      'max by (chain, node) (interline_float_alarm{side="below"}) > interline_no_such',
    ).flatMap((one) => faultsOf(registry, one));

    expect(faults).to.deep.equal([
      'interline_float_alarm has no label node',
      'interline_no_such is not exported',
    ]);
  });

  it('each say what happened and what to do, by labels that its expression keeps', () => {
    for (const { alert, expr, labels, annotations } of rules) {
      const kept = readPromQl(expr).flatMap((one) => one.labels);
      const named = Object.values(annotations).flatMap((text) =>
        [...text.matchAll(/\$labels\.(\w+)/g)].map((match) => match[1] ?? ''),
      );

      expect(Object.keys(annotations), alert).to.deep.equal(['summary', 'action']);
      expect(['page', 'ticket'], alert).to.include(labels['severity']);
      expect(kept, alert).to.include.members(named);
    }
    expect(new Set(rules.map(({ alert }) => alert)).size).to.equal(rules.length);
  });

  for (const broken of ['max by (chain (a) > 0', 'sum(a) >', 'a{b=c} > 0', 'a ? 0', 'rate(a[5x])'])
    it(`fail to parse with a broken expression: ${broken}`, () => {
      expect(() => readPromQl(broken)).to.throw(SyntaxError);
    });
});
