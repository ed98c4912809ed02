import { useState } from 'react';
import { BRAND } from '#rules/pages.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { lazyCode } from '#web/ui/lazy-code.ts';
import { Lazy } from '#web/ui/lazy-part.tsx';
import { BrandMark } from './BrandMark.tsx';
import { ConnectButton } from './ConnectButton.tsx';
import { LineStrip } from './LineStrip.tsx';
import { NavLinks, PageLink } from './PageLink.tsx';
import { texts } from './texts.ts';
import { useCollector } from './use-collector.ts';
import { WalletChip } from './WalletChip.tsx';
import './nav.css';

const drawer = lazyCode(async () => (await import('./NavDrawer.tsx')).NavDrawer);

export function NavBar() {
  const [isOpen, setIsOpen] = useState(false);
  const [isWanted, setIsWanted] = useState(false);
  const collector = useCollector();
  const close = () => setIsOpen(false);

  return (
    <header className="nav">
      <div className="wrap nav-row">
        <PageLink href="/" className="nav-brand">
          <BrandMark />
          <span>{BRAND}</span>
        </PageLink>
        <nav aria-label={texts.mainNav} className="nav-links">
          <NavLinks className="nav-item" />
        </nav>
        <div className="nav-collector">
          {collector !== null && <WalletChip address={collector.address} />}
          <ConnectButton origin="nav" size="sm" />
        </div>
        {/* On small screens, where the rest of it is in the drawer. */}
        <div className="nav-wallet">
          {collector === null ? (
            <ConnectButton origin="nav" look="quiet" size="sm" />
          ) : (
            <WalletChip address={collector.address} />
          )}
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
      <LineStrip />
      {isWanted && <Lazy part={drawer} isOpen={isOpen} onClose={close} collector={collector} />}
    </header>
  );
}
