import type { ComponentPropsWithoutRef } from 'react';
import { Link } from 'wouter';
import { preloadPage } from './routes.tsx';

type PageLinkProps = Omit<ComponentPropsWithoutRef<'a'>, 'href'> & { href: string };

/** A link to one of our pages; its code is on the way before the click. */
export function PageLink({ href, ...rest }: PageLinkProps) {
  const preload = () => preloadPage(href);
  return <Link href={href} onPointerEnter={preload} onFocus={preload} {...rest} />;
}
