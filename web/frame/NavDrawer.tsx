import { useEffect, useEffectEvent } from 'react';
import { BRAND } from '#rules/pages.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ConnectButton } from './ConnectButton.tsx';
import { NavLinks } from './PageLink.tsx';
import { texts } from './texts.ts';
import type { Collector } from './use-collector.ts';
import { WalletChip } from './WalletChip.tsx';
import './nav-drawer.css';

interface NavDrawerProps {
  isOpen: boolean;
  onClose: () => void;
  collector: Collector | null;
}

/** From this width on the bar has all that the drawer has (nav.css). */
const WIDE = '(width >= 64rem)';

export function NavDrawer({ isOpen, onClose, collector }: NavDrawerProps) {
  const user = collector?.user;
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const wide = matchMedia(WIDE);
    const closeIfWide = () => wide.matches && close();
    wide.addEventListener('change', closeIfWide);
    return () => wide.removeEventListener('change', closeIfWide);
  }, []);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      shape="drawer"
      title={BRAND}
      closeLabel={texts.closeMenu}
    >
      <nav aria-label={texts.menu} className="drawer-items">
        <NavLinks className="drawer-item" onClick={onClose} />
      </nav>
      <div className="drawer-foot">
        {collector !== null && (
          <div className="drawer-collector">
            {user !== undefined && (
              <p>
                <bdi className="truncate">{user.username}</bdi>
                <span className="tabular text-dim">
                  {user.syncedAt === null ? texts.nftCountUnknown : texts.nftCount(user.nftCount)}
                </span>
              </p>
            )}
            <WalletChip address={collector.address} onClick={onClose} />
          </div>
        )}
        <ConnectButton origin="nav" onPress={onClose} />
      </div>
    </Dialog>
  );
}
