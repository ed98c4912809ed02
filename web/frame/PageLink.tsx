import { type ComponentPropsWithoutRef, createContext, useContext } from 'react';
import { Link, useLocation } from 'wouter';
import { BATTLE_PATH, pageAt } from '#rules/pages.ts';
import { useHeadingAfter } from '#web/ui/focus.ts';
import { texts } from './texts.ts';

export interface Preloading {
  page(path: string): void;
  dialogs(): void;
}

/** `web/main` provides it, because the frame must not import pages. */
export const PreloadingContext = createContext<Preloading>({ page: () => {}, dialogs: () => {} });

type PageLinkProps = Omit<ComponentPropsWithoutRef<'a'>, 'href'> & { href: string };

/** A link to a page of the app; preloads its code on hover, touch and focus. */
export function PageLink({ href, ...rest }: PageLinkProps) {
  const preloading = useContext(PreloadingContext);
  const preload = () => preloading.page(href);
  // A finger is on the link for a tenth of a second before the click.
  return (
    <Link
      href={href}
      transition
      ref={useHeadingAfter<HTMLAnchorElement>()}
      onPointerEnter={preload}
      onPointerDown={preload}
      onFocus={preload}
      {...rest}
    />
  );
}

/** The links to the pages; the current one is marked, and Games during the battle, which is reached from there. */
export function NavLinks({ className, onClick }: { className: string; onClick?: () => void }) {
  const [location] = useLocation();
  const page = pageAt(location);
  const currentOf = (path: string) => {
    if (page === path) return 'page';
    return page === BATTLE_PATH && path === '/games' ? 'true' : undefined;
  };
  return (
    <ul>
      {texts.navLinks.map(({ path, label }) => (
        <li key={path}>
          <PageLink
            href={path}
            className={className}
            aria-current={currentOf(path)}
            onClick={onClick}
          >
            {label}
          </PageLink>
        </li>
      ))}
    </ul>
  );
}
