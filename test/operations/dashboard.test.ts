import { readFile } from 'node:fs/promises';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { faultsOf } from '../support/exported-metrics.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { readPromQl } from '../support/prom-ql.ts';

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

const dashboardFile = new URL('../../apps/deploy/dashboard.json', import.meta.url);

describe('the dashboard for Grafana', () => {
  let harness: Harness;
  let panels: readonly Panel[];
  before(async () => {
    harness = await startHarness({ chainIds: [8453] });
    // CAST: each panel is checked field by field below.
    const file = JSON.parse(await readFile(dashboardFile, 'utf8')) as {
      readonly panels: readonly Panel[];
    };
    panels = file.panels;
  });
  after(() => harness.stop());

  it('draws only metrics that the service exports, by labels that they have', () => {
    const { registry } = harness.container.get(parts.meters);

    const wrong = panels.flatMap(({ title, targets = [] }) =>
      targets.flatMap(({ expr }) =>
        readPromQl(expr).flatMap((one) =>
          faultsOf(registry, one).map((fault) => `${title}: ${fault}`),
        ),
      ),
    );

    expect(wrong).to.deep.equal([]);
    expect(panels.filter(({ type }) => type !== 'row').length).to.be.greaterThan(20);
  });

  it('names each line by labels that its expression keeps', () => {
    for (const { title, targets = [] } of panels)
      for (const { expr, legendFormat } of targets) {
        const named = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '');

        expect(
          readPromQl(expr).flatMap((one) => one.labels),
          title,
        ).to.include.members(named);
      }
  });

  it('draws every metric of ours, each panel under its own id', () => {
    const { registry } = harness.container.get(parts.meters);
    const drawn = panels
      .flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => readPromQl(expr)))
      .map(({ metric }) => metric.replace(/_(sum|count)$/, ''));
    const ours = registry
      .getMetricsAsArray()
      .map(({ name }) => name)
      .filter((name) => name.startsWith('interline_'));

    expect(ours.filter((name) => !drawn.includes(name))).to.deep.equal(notDrawn);
    expect(new Set(panels.map(({ id }) => id)).size).to.equal(panels.length);
  });
});

/** Figures of a rule or a table rather than of a curve. */
const notDrawn = [
  'interline_job_seconds',
  'interline_books_reconciled_timestamp_seconds',
  'interline_float_target_tokens',
];
