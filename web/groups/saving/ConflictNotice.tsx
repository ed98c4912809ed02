import { linesOf, texts } from '#web/groups/texts.ts';
import { Button } from '#web/ui/Button.tsx';
import type { Change } from './changes.ts';
import type { SaveQueue, SaveStatus } from './save-queue.ts';

interface ConflictNoticeProps {
  status: Extract<SaveStatus, { kind: 'conflict' }>;
  queue: SaveQueue;
}

/** What another tab changed, what this tab has not saved yet, and the choice between them (G2). */
export function ConflictNotice({ status, queue }: ConflictNoticeProps) {
  const words = texts.conflict;
  return (
    <section className="notice notice-conflict" role="alert" aria-labelledby="conflict-title">
      <h3 id="conflict-title" className="display conflict-title">
        {words.title}
      </h3>
      <div className="conflict-columns">
        <Lines title={words.there} lines={linesOf(status.theirs)} />
        <Lines title={words.here} lines={linesOf(status.mine)} />
        {status.lost.length > 0 && <Lines title={words.lost} lines={status.lost.map(lineOfLost)} />}
      </div>
      <div className="actions">
        <Button look="primary" size="sm" onClick={queue.keepMine}>
          {words.keep}
        </Button>
        <Button look="quiet" size="sm" onClick={queue.takeTheirs}>
          {words.drop}
        </Button>
      </div>
    </section>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <div>
      <p className="eyebrow">{title}</p>
      <ul>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may read the same
          <li key={index}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

/** The group no longer exists, so its name can only come from the change itself. */
function lineOfLost(change: Change): string {
  switch (change.kind) {
    case 'rename':
      return texts.conflict.lostRename(change.name);
    case 'move':
      return texts.conflict.lostMove(change.cardIds.length);
    case 'add':
      return texts.conflict.lostGroup(change.name);
    case 'restore':
      return texts.conflict.lostGroup(change.group.name);
    default:
      return texts.conflict.lostOther;
  }
}
