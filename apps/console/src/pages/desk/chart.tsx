import type { JSX } from 'preact';
import { t } from '../../words/t.ts';
import { scaleOf } from './chart-scale.ts';

export interface ChartRow {
  readonly label: string;
  /** One for each column; null for none in that stretch. */
  readonly values: readonly (bigint | null)[];
}

const [width, height] = [640, 150];
const widestBar = 60;
/** So many have a name each below the picture; else the first and the last. */
const few = 6;

/** A picture of a table, and the table behind it. */
export function Chart({
  title,
  columns,
  rows,
  format,
  isLines = false,
}: {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly ChartRow[];
  readonly format: (value: bigint) => string;
  /** A line runs through the values of a column, and breaks where one is not known; else they are bars. */
  readonly isLines?: boolean;
}): JSX.Element {
  const scale = scaleOf(rows.flatMap(({ values }) => values));
  const step = width / Math.max(1, rows.length);
  const wide = Math.min(widestBar, (step * 0.8) / columns.length);
  const startOf = (at: number): number => step * (at + 0.5) - (wide * columns.length) / 2;
  const y = (value: bigint): number => 6 + scale.at(value) * (height - 12);
  const told = rows.filter(({ values }) => values.some((value) => value !== null && value !== 0n));
  return (
    <figure class="chart">
      <figcaption>
        <strong>{title}</strong>
        {columns.map((name, at) => (
          <span key={name} class={`key c${at}`}>
            {name}
          </span>
        ))}
      </figcaption>
      {told.length === 0 ? (
        <p class="faint">{t('desk.none')}</p>
      ) : (
        <>
          <div class="plot">
            <span>{format(scale.most)}</span>
            <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
              <path class="zero" d={`M0 ${y(0n)}H${width}`} />
              {columns.map((name, column) => (
                <path
                  key={name}
                  class={`c${column}${isLines ? ' line' : ''}`}
                  d={rows
                    .map(({ values }, at) => {
                      const value = values[column] ?? null;
                      if (value === null || (value === 0n && !isLines)) return '';
                      if (!isLines)
                        return `M${(startOf(at) + wide * column).toFixed(1)} ${y(0n)}h${wide.toFixed(1)}V${y(value).toFixed(1)}h-${wide.toFixed(1)}z`;
                      // The end of a lone value is round, so that it is seen.
                      const isDrawn = (rows[at - 1]?.values[column] ?? null) !== null;
                      return `${isDrawn ? 'L' : 'M'}${((at + 0.5) * step).toFixed(1)} ${y(value).toFixed(1)}h.1`;
                    })
                    .join('')}
                />
              ))}
            </svg>
            <span>{format(scale.least)}</span>
            <p class="row">
              {(rows.length > few ? [rows[0], rows.at(-1)] : rows).map((row) => (
                <span key={row?.label}>{row?.label}</span>
              ))}
            </p>
          </div>
          <details>
            <summary>{t('desk.asNumbers')}</summary>
            <div class="scroll" tabIndex={0} role="region" aria-label={title}>
              <table>
                <thead>
                  <tr>
                    <td />
                    {columns.map((name) => (
                      <th key={name} scope="col">
                        {name}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {told.map(({ label, values }) => (
                    <tr key={label}>
                      <th scope="row">{label}</th>
                      {values.map((value, at) => (
                        <td key={at}>{value === null ? '\u2013' : format(value)}</td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </details>
        </>
      )}
    </figure>
  );
}
