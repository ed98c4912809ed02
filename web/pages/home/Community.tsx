import { settings } from '#web/api/settings.ts';
import { Icon, type IconName } from '#web/ui/Icon.tsx';
import { texts } from './texts.ts';

/** Where the others talk. */
export function Community() {
  const { links } = settings();
  const { title, chat, microblog, channel } = texts.community;
  return (
    <section className="wrap home-section community" aria-labelledby="community-title">
      <h2 id="community-title" className="display text-title max-w-[12ch]">
        {title}
      </h2>
      <ul className="grid gap-px border-y border-ink-600">
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
      <Icon name={icon} className="size-7 text-ki" />
      <span className="min-w-0 flex-1">
        <span className="display block text-2xl">{title}</span>
        <span className="block text-paper-dim">{text}</span>
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
        <a href={link} target="_blank" rel="noreferrer" className="community-row">
          {inside}
          <Icon name="outward" className="size-6" />
        </a>
      )}
    </li>
  );
}
