import type { Console } from '@interline/client';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { MovePage } from './pages/move/move-page.tsx';
import { Guarded } from './parts/guarded.tsx';
import { focusHeading } from './parts/heading.ts';
import { later } from './parts/later.tsx';
import { type Place, placeOf } from './router.ts';
import { readFacts } from './state/service.ts';
import { type Loaded, useLoaded } from './state/use-loaded.ts';
import { say, t, type WordKey } from './words/t.ts';

/** The pages that the head leads to, in its order. */
const listed: readonly (readonly [Place['page'], string, WordKey])[] = [
  ['move', '#/', 'nav.move'],
  ['routes', '#/routes', 'nav.routes'],
  ['passes', '#/passes', 'nav.passes'],
  ['desk', '#/desk', 'nav.desk'],
];

const RoutePage = later(async () => (await styled(import('./pages/follow.ts'))).RoutePage);

const RoutesPage = later(async () => (await styled(import('./pages/follow.ts'))).RoutesPage);

const PassesPage = later(async () => (await import('./pages/private.ts')).PassesPage);

const DeskPage = later(async () => (await styled(import('./pages/desk/desk-page.tsx'))).DeskPage);

export function App(): JSX.Element {
  const facts = useLoaded('facts', readFacts);
  const place = usePlace();
  const isDevnet = facts.value?.profile === 'devnet';
  return (
    <>
      <a class="skip" href="#content" onClick={skip}>
        {t('app.skip')}
      </a>
      {isDevnet ? (
        <aside class="banner" aria-label={t('app.devnet')}>
          <strong>{t('app.devnet')}</strong> <span>{t('app.devnetMore')}</span>
        </aside>
      ) : null}
      <header class="head">
        <a class="brand" href="#/">
          <Mark />
          {t('app.name')}
        </a>
        <nav aria-label={t('app.pages')}>
          {listed
            // Whoever runs the deployment knows the address, where its config has no operator.
            .filter(([page]) => page !== 'desk' || facts.value?.operator === true)
            .filter(([page]) => page !== 'passes' || facts.value?.passes === true)
            .map(([page, href, word]) => (
              <a key={page} href={href} aria-current={isAt(place, page) ? 'page' : undefined}>
                {say(word)}
              </a>
            ))}
          <a href="docs">{t('nav.api')}</a>
        </nav>
      </header>
      <main id="content" tabIndex={-1}>
        <Guarded key={nameOf(place)}>{pageAt(place, facts)}</Guarded>
      </main>
      <footer class="foot">
        <span>{t('app.foot')}</span>
        <a href="api/status">{t('app.status')}</a>
        <a href={licenses()}>{t('app.licenses')}</a>
      </footer>
    </>
  );
}

function pageAt(place: Place, facts: Loaded<Console>): JSX.Element {
  switch (place.page) {
    case 'move':
      return <MovePage facts={facts} />;
    case 'route':
      return <RoutePage id={place.id} facts={facts.value} />;
    case 'routes':
      return <RoutesPage search={place.search} facts={facts.value} />;
    case 'passes':
      return <PassesPage facts={facts.value} />;
    case 'desk':
      return <DeskPage facts={facts.value} />;
    case 'unknown':
      return (
        <section class="narrow">
          <h1 tabIndex={-1}>{t('app.lost')}</h1>
          <p>{t('app.lostMore')}</p>
          <a class="button" href="#/">
            {t('app.toMove')}
          </a>
        </section>
      );
  }
}

/** With the style of these pages: a stylesheet that is disabled is not loaded until it is wanted. */
async function styled<T>(page: Promise<T>): Promise<T> {
  const link = document.querySelector<HTMLLinkElement>('link[disabled]');
  const shown = new Promise<unknown>((resolve) => {
    if (link === null) resolve(null);
    else {
      link.onload = link.onerror = resolve;
      link.disabled = false;
    }
  });
  const [loaded] = await Promise.all([page, shown]);
  return loaded;
}

/** A page, or one route: another search is none. */
function nameOf(place: Place): string {
  return `${place.page} ${'id' in place ? place.id : ''}`;
}

/** A route is one of the routes. */
function isAt({ page }: Place, listedPage: Place['page']): boolean {
  return page === listedPage || (page === 'route' && listedPage === 'routes');
}

/** Follows the hash. */
function usePlace(): Place {
  const [hash, setHash] = useState(location.hash);
  const isFirst = useRef(true);
  useEffect(() => {
    const follow = (): void => setHash(location.hash);
    addEventListener('hashchange', follow);
    // It may have changed since the first render.
    follow();
    return () => removeEventListener('hashchange', follow);
  }, []);
  const place = placeOf(hash);
  const name = nameOf(place);
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else {
      focusHeading();
      scrollTo(0, 0);
    }
  }, [name]);
  return place;
}

/** The hash is the page's address, so a link into the page would leave it. */
function skip(event: Event): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

function licenses(): string {
  return document.querySelector('link[rel=license]')?.getAttribute('href') ?? '#/';
}

function Mark(): JSX.Element {
  return (
    <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
      <path d="M7 22h7.5l3-12H25" />
      <circle cx="7" cy="22" r="3.6" />
      <circle cx="25" cy="10" r="3.6" class="end" />
    </svg>
  );
}
