import { shortAddress } from '#rules/address.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { PageLink } from './PageLink.tsx';
import { texts } from './texts.ts';

/** The connected address, short; leads to the profile. */
export function WalletChip({ address, onClick }: { address: string; onClick?: () => void }) {
  return (
    <PageLink
      href="/profile"
      className="wallet-chip tabular"
      title={address}
      aria-label={`${texts.wallet} ${shortAddress(address)}`}
      onClick={onClick}
    >
      <Icon name="wallet" className="size-4 text-ki" />
      {shortAddress(address)}
    </PageLink>
  );
}
