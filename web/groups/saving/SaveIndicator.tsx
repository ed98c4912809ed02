import { hadNoAnswer, sentenceOf } from '#web/api/http-error.ts';
import { SignInDeclinedError } from '#web/api/session-gate.ts';
import { texts } from '#web/groups/texts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import type { SaveStatus } from './save-queue.ts';

/** Saving, Saved or Not saved with Retry (G3). */
export function SaveIndicator({ status, onRetry }: { status: SaveStatus; onRetry: () => void }) {
  const words = texts.save;
  return (
    <div className="save-sign" data-kind={status.kind}>
      <p role="status" className="save-word">
        {status.kind === 'saving' && <span className="save-dot" />}
        {status.kind === 'saved' && <Icon name="check" size="1rem" />}
        {(status.kind === 'failed' || status.kind === 'conflict') && (
          <Icon name="alert" size="1rem" />
        )}
        {/* In an element of its own a browser that translates the page sees it change. */}
        <span>{words[status.kind]}</span>
      </p>
      {status.kind === 'failed' && (
        <>
          <Button size="sm" onClick={onRetry}>
            {words.retry}
          </Button>
          <p className="save-why">{saveErrorText(status.error)}</p>
        </>
      )}
    </div>
  );
}

export function saveErrorText(error: unknown): string {
  const words = texts.save;
  if (error instanceof SignInDeclinedError) return words.unsigned;
  return sentenceOf(error, hadNoAnswer(error) ? words.noAnswer : words.notDone);
}
