import { type Address, canonicalAddress } from '#rules/address.ts';
import { settings } from '#web/api/settings.ts';
import { PageLink } from '#web/frame/PageLink.tsx';
import { texts } from '#web/frame/texts.ts';
import { buttonClass } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';

/** Link to the admin page, only for the admin's wallet. */
export function AdminShortcut({ address }: { address: Address | null }) {
  const admin = canonicalAddress(settings().adminWallet ?? '');
  if (address === null || address !== admin) return null;
  return (
    <PageLink
      href="/admin"
      role="button"
      title={texts.admin}
      aria-label={texts.admin}
      className={buttonClass({ look: 'primary', isIcon: true }, 'admin-shortcut')}
    >
      <Icon name="wrench" size="1.5rem" />
    </PageLink>
  );
}
