import { Page } from '#web/frame/Page.tsx';
import { PageLink } from '#web/frame/PageLink.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { texts } from './not-found-texts.ts';
import './not-found.css';

export default function NotFoundPage() {
  return (
    <Page>
      <div className="not-found">
        <p className="not-found-number" aria-hidden="true">
          <span className="not-found-four" />
          <span className="not-found-light">0</span>
          <span className="not-found-four" />
        </p>
        <h1 className="display text-title">{texts.title}</h1>
        <p className="text-lead text-dim">{texts.line}</p>
        <PageLink href="/" className={buttonClass({ look: 'primary' })}>
          {texts.back}
        </PageLink>
      </div>
    </Page>
  );
}
