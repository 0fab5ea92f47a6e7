import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useErrorBoundary } from 'preact/hooks';
import { t } from '../words/t.ts';
import { headingShown } from './heading.ts';
import { Problem } from './problem.tsx';

/** What a page throws takes the page alone, and not the head that leads to the others. */
export function Guarded({ children }: { readonly children: ComponentChildren }): JSX.Element {
  // CAST: whatever was thrown.
  const [error] = useErrorBoundary() as readonly [unknown, () => void];
  useEffect(headingShown, [error]);
  if (error === undefined) return <>{children}</>;
  return (
    <section class="narrow">
      <h1 tabIndex={-1}>{t('app.broken')}</h1>
      <Problem error={error} onAgain={() => location.reload()}>
        <p class="todo">{t('app.brokenMore')}</p>
      </Problem>
    </section>
  );
}
