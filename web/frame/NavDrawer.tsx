import { useLocation } from 'wouter';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ConnectButton } from './ConnectButton.tsx';
import { PageLink } from './PageLink.tsx';
import { brand, NAV_ITEMS, texts } from './texts.ts';
import type { Collector } from './use-collector.ts';
import { WalletChip } from './WalletChip.tsx';

interface NavDrawerProps {
  isOpen: boolean;
  onClose: () => void;
  collector: Collector | null;
}

/** The bar's items on a small screen, with who is connected. */
export function NavDrawer({ isOpen, onClose, collector }: NavDrawerProps) {
  const [location] = useLocation();
  const user = collector?.user;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      shape="drawer"
      title={brand}
      closeLabel={texts.closeMenu}
    >
      <nav aria-label={texts.menu} className="mt-8">
        <ul className="grid gap-1">
          {NAV_ITEMS.map(({ path, label }) => (
            <li key={path}>
              <PageLink
                href={path}
                className="drawer-item"
                aria-current={location === path ? 'page' : undefined}
                onClick={onClose}
              >
                {label}
              </PageLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-auto grid gap-4 pt-8">
        {collector !== null && (
          <div className="border-t border-ink-600 pt-5">
            {user !== undefined && (
              <p className="mb-3 flex items-baseline justify-between gap-4">
                <bdi className="truncate text-lg font-bold">{user.username}</bdi>
                <span className="tabular shrink-0 text-paper-dim">
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
