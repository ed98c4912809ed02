import { Button } from '#web/ui/Button.tsx';
import { createStore, useStore } from '#web/ui/external-store.ts';
import { Failure } from '#web/ui/Failure.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { ConflictNotice } from './saving/ConflictNotice.tsx';
import { saveErrorText } from './saving/SaveIndicator.tsx';
import type { SaveQueue } from './saving/save-queue.ts';
import { texts } from './texts.ts';
import type { OrganiserModel } from './use-organiser.ts';
import './notices.css';

const NONE_DROPPED = createStore<readonly string[]>([]);

interface NoticesProps {
  organiser: OrganiserModel;
  queue: SaveQueue | null;
  haveGroupsFailed: boolean;
  isStale: boolean;
  onReload: () => void;
}

export function Notices(props: NoticesProps) {
  const { organiser, queue, haveGroupsFailed, isStale, onReload } = props;
  const dropped = useStore(queue?.dropped ?? NONE_DROPPED);
  const { status } = organiser;
  return (
    <div className="notices">
      {haveGroupsFailed && (
        <Failure
          className="notice"
          sign="danger"
          title={texts.groupsFailed.title}
          words={texts.groupsFailed.text}
          retry={texts.groupsFailed.retry}
          onRetry={onReload}
        />
      )}
      {status.kind === 'failed' && (
        <p className="notice notice-fault notice-narrow">{saveErrorText(status.error)}</p>
      )}
      {status.kind === 'conflict' && queue !== null && (
        <ConflictNotice status={status} queue={queue} />
      )}
      {isStale && (
        <p className="notice">
          <Icon name="clock" className="text-warn" /> {texts.stale}
        </p>
      )}
      {dropped.length > 0 && queue !== null && (
        <p className="notice">
          <Icon name="alert" className="text-warn" />
          <span className="notice-words">{texts.save.dropped(dropped.length)}</span>
          <Button
            look="plain"
            size="sm"
            isIcon
            aria-label={texts.dismiss}
            onClick={() => queue.dropped.set([])}
          >
            <Icon name="close" size="1rem" />
          </Button>
        </p>
      )}
    </div>
  );
}
