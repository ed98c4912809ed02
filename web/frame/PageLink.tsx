import { type ComponentPropsWithoutRef, useContext } from 'react';
import { Link } from 'wouter';
import { PreloadingContext } from './preloading.ts';

type PageLinkProps = Omit<ComponentPropsWithoutRef<'a'>, 'href'> & { href: string };

/** A link to a page of the app; preloads its code on hover and focus. */
export function PageLink({ href, ...rest }: PageLinkProps) {
  const preloading = useContext(PreloadingContext);
  const preload = () => preloading.page(href);
  return <Link href={href} onPointerEnter={preload} onFocus={preload} {...rest} />;
}
