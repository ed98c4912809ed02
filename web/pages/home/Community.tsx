import { settings } from '#web/api/settings.ts';
import { NewTabLink } from '#web/ui/Button.tsx';
import { Icon, type IconName } from '#web/ui/Icon.tsx';
import { texts } from './texts.ts';

export function Community() {
  const { links } = settings();
  const { title, chat, microblog, channel } = texts.community;
  return (
    <section className="wrap home-section community below" aria-labelledby="community-title">
      <h2 id="community-title" className="display text-title">
        {title}
      </h2>
      <ul className="community-places">
        <Place {...chat} icon="chat" link={links.chat} />
        <Place {...microblog} icon="post" link={links.microblog} />
        <Place {...channel} icon="send" link={links.channel} />
      </ul>
    </section>
  );
}

interface PlaceProps {
  title: string;
  text: string;
  icon: IconName;
  link: string | null;
}

function Place({ title, text, icon, link }: PlaceProps) {
  const inside = (
    <>
      <Icon name={icon} size="1.75rem" className="text-ki" />
      <span className="community-words">
        <span className="display text-large">{title}</span>
        <span className="text-dim">{text}</span>
      </span>
    </>
  );
  return (
    <li className="community-place">
      {link === null ? (
        <div className="community-row">
          {inside}
          <span className="badge">{texts.community.missing}</span>
        </div>
      ) : (
        <NewTabLink href={link} className="community-row">
          {inside}
          <Icon name="outward" size="1.5rem" />
        </NewTabLink>
      )}
    </li>
  );
}
