import { buttonClass } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { MOBILE_HINT, openInMobileWallet } from './install-hints.ts';
import { dialogWords as words } from './texts.ts';

/** On a phone: a wallet app to download, this page inside it, or a desktop browser. */
export function MobileOffer() {
  return (
    <div className="wallet-offer">
      <a
        href={MOBILE_HINT.link}
        target="_blank"
        rel="noreferrer"
        className={buttonClass({ look: 'primary' })}
      >
        <Icon name="download" /> {words.mobileDownload}
      </a>
      <a href={openInMobileWallet(location.href)} className={buttonClass({ look: 'quiet' })}>
        <Icon name="outward" /> {words.mobileOpen}
      </a>
      <p>{words.mobile}</p>
    </div>
  );
}
