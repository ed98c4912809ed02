/** The pages: each its own chunk, loaded when its link is hovered or focused. */
import type { ComponentType } from 'react';
import { useLocation } from 'wouter';
import { NOT_FOUND, PAGES, type PageModule, pageAt } from '#rules/pages.ts';
import { LazyPage } from '#web/frame/LazyPage.tsx';
import { type LazyCode, lazyCode } from '#web/ui/lazy-code.ts';

type Load = () => Promise<{ default: ComponentType }>;
type PageCode = LazyCode<ComponentType>;

const page = (load: Load): PageCode => lazyCode(async () => (await load()).default);

/** Written out, because the build needs literal import paths. */
const MODULES: Readonly<Record<PageModule, PageCode>> = {
  HomePage: page(() => import('#web/pages/HomePage.tsx')),
  ProfilePage: page(() => import('#web/pages/ProfilePage.tsx')),
  GamesPage: page(() => import('#web/pages/GamesPage.tsx')),
  TheMainzPage: page(() => import('#web/pages/TheMainzPage.tsx')),
  BattlePage: page(() => import('#web/pages/BattlePage.tsx')),
  AdminPage: page(() => import('#web/pages/AdminPage.tsx')),
  NotFoundPage: page(() => import('#web/pages/NotFoundPage.tsx')),
};

export function codeAt(path: string): PageCode {
  const known = pageAt(path);
  return MODULES[known === null ? NOT_FOUND.module : PAGES[known].module];
}

/** The page of the current path, by the server's own rule: the router's patterns read some paths differently. */
export function CurrentPage() {
  const [path] = useLocation();
  return <LazyPage key={pageAt(path)} code={codeAt(path)} />;
}
