import type { ComponentType, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../words/t.ts';
import { headingShown } from './heading.ts';
import { Notice } from './notice.tsx';

/** A page whose code is loaded when it is first shown, and kept from then on. */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
): (props: P) => JSX.Element {
  let Loaded: ComponentType<P> | null = null;
  return function Later(props) {
    const [, setLoaded] = useState(Loaded !== null);
    const [isLost, setLost] = useState(false);
    const [turn, setTurn] = useState(0);
    useEffect(() => {
      if (Loaded !== null) return;
      load().then(
        (page) => {
          Loaded = page;
          setLost(false);
          setLoaded(true);
        },
        () => setLost(true),
      );
    }, [turn]);
    useEffect(headingShown, [Loaded]);
    if (Loaded !== null) return <Loaded {...props} />;
    if (!isLost)
      return (
        <p role="status" class="unseen">
          {t('app.loading')}
        </p>
      );
    return (
      <Notice tone="bad" title={t('problem.gone')} isAlert>
        <button type="button" class="button quiet" onClick={() => setTurn(turn + 1)}>
          {t('problem.again')}
        </button>
      </Notice>
    );
  };
}
