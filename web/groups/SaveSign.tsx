import { sentenceOf } from '#web/api/http-error.ts';
import { SignInDeclinedError } from '#web/api/session-gate.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { judge } from './queues.ts';
import type { SaveStatus } from './save-queue.ts';
import { texts } from './texts.ts';

/** Saving, Saved or Not saved with Retry (G3). */
export function SaveSign({ status, onRetry }: { status: SaveStatus; onRetry: () => void }) {
  const words = texts.save;
  const word = status.kind === 'clash' ? words.clash : words[status.kind];
  return (
    <div className="save-sign" data-kind={status.kind}>
      <p role="status" className="save-word">
        {status.kind === 'saving' && <span className="save-dot" />}
        {status.kind === 'saved' && <Icon name="check" size="1rem" />}
        {(status.kind === 'failed' || status.kind === 'clash') && <Icon name="alert" size="1rem" />}
        {word}
      </p>
      {status.kind === 'failed' && (
        <>
          <button type="button" className="btn btn-quiet btn-sm" onClick={onRetry}>
            {words.retry}
          </button>
          <p className="save-why">{whyNot(status.error)}</p>
        </>
      )}
    </div>
  );
}

/** The sentence for a failed save. */
export function whyNot(error: unknown): string {
  if (error instanceof SignInDeclinedError) return texts.save.unsigned;
  const otherwise = error instanceof Error ? error.message : texts.save.noAnswer;
  const fallback = judge(error) === 'passing' ? texts.save.noAnswer : otherwise;
  return sentenceOf(error, fallback);
}
