import { useState } from 'react';
import { BRAND } from '#rules/pages.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { lazyCode } from '#web/ui/lazy-code.ts';
import { Lazy } from '#web/ui/lazy-part.tsx';
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

/** Not a picture of its own: the first page has one file less to wait for. */
function BrandMark() {
  return (
    <svg viewBox="0 0 440 480" width={33} height={36} aria-hidden="true">
      <g transform="translate(220 240)">
        <path d="M-112-40L-28 220h-84z" fill="#f3c24f" />
        <path d="M112-40L28 220h84z" fill="#4a3416" />
        <path
          d="M-200 220V-220h104L0 40 96-220h104V220h-88V-40L28 220h-56L-112-40V220z"
          fill="#f8f3e9"
        />
        <path d="M200 220h-20V-220h20zM28 220h-20L104-40h8z" fill="#cfc6b6" />
        <path d="M-108 220v-22a24 24 0 0 1 48 0v22z" fill="#080706" />
        <circle cx="-84" cy="158" r="15" fill="#080706" />
      </g>
    </svg>
  );
}
