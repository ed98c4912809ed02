import type { Ki } from '#rules/ki.ts';
import { Page } from '#web/app/Page.tsx';
import { PageLink } from '#web/app/PageLink.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { curtains } from './texts.ts';
import './curtain.css';

interface CurtainProps {
  title: string;
  /** What opens here, in one line. */
  line: string;
  ki: Ki;
}

/** A page whose act has not begun: the closed curtain, and what will stand behind it. */
export function Curtain({ title, line, ki }: CurtainProps) {
  return (
    <Page title={title} ki={ki}>
      <div className="curtain">
        <div className="curtain-folds" aria-hidden="true" />
        <div className="curtain-words">
          <h1 className="display text-hero text-balance">{title}</h1>
          <p className="text-lead max-w-[36ch] text-paper">{line}</p>
          <PageLink href="/" className={buttonClass({ look: 'primary' })}>
            {curtains.back}
          </PageLink>
        </div>
      </div>
    </Page>
  );
}
