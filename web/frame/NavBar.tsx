import { useState } from 'react';
import { useLocation } from 'wouter';
import { pageAt } from '#rules/pages.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { lateCode } from '#web/ui/late-code.ts';
import { Late } from '#web/ui/late-part.tsx';
import { ConnectButton } from './ConnectButton.tsx';
import { PageLink } from './PageLink.tsx';
import { brand, NAV_ITEMS, texts } from './texts.ts';
import { useCollector } from './use-collector.ts';
import { WalletChip } from './WalletChip.tsx';
import './nav.css';

const drawer = lateCode(async () => (await import('./NavDrawer.tsx')).NavDrawer);

/** The navigation bar; on small screens its links are in a drawer. */
export function NavBar() {
  const [location] = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  const [isWanted, setIsWanted] = useState(false);
  const collector = useCollector();
  const close = () => setIsOpen(false);

  return (
    <header className="nav">
      <div className="nav-row">
        <PageLink href="/" className="nav-brand">
          <img src="/art/mark.svg" alt="" width={33} height={36} />
          <span>{brand}</span>
        </PageLink>
        <nav aria-label={texts.mainNav} className="nav-links">
          <ul>
            {NAV_ITEMS.map(({ path, label }) => (
              <li key={path}>
                <PageLink
                  href={path}
                  className="nav-item"
                  aria-current={pageAt(location) === path ? 'page' : undefined}
                >
                  {label}
                </PageLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="nav-collector">
          {collector !== null && <WalletChip address={collector.address} />}
          <ConnectButton origin="nav" size="sm" />
        </div>
        <Button
          look="plain"
          isIcon
          className="nav-menu"
          aria-label={texts.openMenu}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onPointerEnter={drawer.preload}
          onFocus={drawer.preload}
          onClick={() => {
            setIsWanted(true);
            setIsOpen(true);
          }}
        >
          <Icon name="menu" size="1.75rem" />
        </Button>
      </div>
      {isWanted && <Late part={drawer} isOpen={isOpen} onClose={close} collector={collector} />}
    </header>
  );
}
