import type { ReactNode } from 'react';
import { CardBack } from '#web/cards/Card.tsx';
import { useHeadingAfter } from '#web/ui/focus.ts';
import './access-notice.css';

interface AccessNoticeProps {
  title: string;
  text: string;
  /** Loading: announced to screen readers. */
  isBusy?: boolean;
  isFault?: boolean;
  children?: ReactNode;
}

/** Shown in place of the game: what is missing for access, and how to get it. */
export function AccessNotice({ title, text, isBusy, isFault, children }: AccessNoticeProps) {
  // Who came by a link, or connected, has the focus on its heading when the game takes its place.
  const ref = useHeadingAfter<HTMLElement>();
  return (
    <section ref={ref} className="access-notice" aria-busy={isBusy || undefined}>
      <div className="access-notice-cards" data-busy={isBusy || undefined} aria-hidden="true">
        <CardBack />
        <CardBack />
      </div>
      <h1 className="display text-title">{title}</h1>
      <p role={isBusy ? 'status' : isFault ? 'alert' : undefined} className="text-lead">
        {text}
      </p>
      {children}
    </section>
  );
}
