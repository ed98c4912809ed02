import { buttonClass, NewTabLink } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { dialogTexts as words } from './dialog-texts.ts';

interface WalletHint {
  readonly name: string;
  readonly about: string;
  readonly link: string;
}

const EXTENSION_HINTS: readonly WalletHint[] = [
  { name: 'Slush', about: 'From the makers of Sui', link: 'https://slush.app' },
  { name: 'Suiet', about: 'Open source, made for Sui', link: 'https://suiet.app' },
  { name: 'Nightly', about: 'Many chains, one wallet', link: 'https://nightly.app' },
  { name: 'Surf', about: 'Small and quick', link: 'https://surf.tech' },
];

const MOBILE_HINT: WalletHint = EXTENSION_HINTS[0]!;

/** Link that opens this page in the browser of the wallet app; without the app it leads to the app's site. */
function openInMobileWallet(page: string): string {
  return `https://my.slush.app/browse/${encodeURIComponent(page)}`;
}

export function InstallHints() {
  return (
    <ul className="wallet-rows">
      {EXTENSION_HINTS.map(({ name, about, link }) => (
        <li key={name}>
          <NewTabLink href={link} className="wallet-row">
            <span aria-hidden="true" className="wallet-initial">
              {name[0]}
            </span>
            <span className="wallet-name">
              {name}
              <span className="wallet-about text-small text-dim">{about}</span>
            </span>
            <span className="text-small text-ki">{words.getIt}</span>
            <Icon name="outward" className="text-ki" />
          </NewTabLink>
        </li>
      ))}
    </ul>
  );
}

/** For phones: download a wallet app, or open this page in it. */
export function MobileOffer() {
  return (
    <div className="wallet-offer">
      <NewTabLink href={MOBILE_HINT.link} className={buttonClass({ look: 'primary' })}>
        <Icon name="download" /> {words.mobileDownload}
      </NewTabLink>
      <a href={openInMobileWallet(location.href)} className={buttonClass({ look: 'quiet' })}>
        <Icon name="outward" /> {words.mobileOpen}
      </a>
      <p>{words.mobile}</p>
    </div>
  );
}
