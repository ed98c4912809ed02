import { useId, useState } from 'react';
import { invitationPath } from '#rules/pages.ts';
import { Button } from '#web/ui/Button.tsx';
import { copyText } from '#web/ui/clipboard.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { toast } from '#web/ui/toasts.ts';
import { texts } from './texts.ts';

export function InviteLink({ lobbyId }: { lobbyId: string }) {
  const field = useId();
  const [note, setNote] = useState('');
  const url = location.origin + invitationPath(lobbyId);

  const copy = async () => {
    try {
      await copyText(url);
      toast(texts.copiedToast);
      setNote(texts.copied);
    } catch {
      setNote(texts.copyFailed);
    }
  };
  return (
    <div className="battle-invite">
      <label htmlFor={field} className="strong">
        {texts.invite}
      </label>
      <input
        id={field}
        className="field tabular"
        readOnly
        value={url}
        onFocus={({ target }) => target.select()}
      />
      <div className="actions">
        <Button look="primary" onClick={copy}>
          <Icon name="copy" /> {texts.copy}
        </Button>
        {typeof navigator.share === 'function' && (
          <Button
            look="quiet"
            // A cancelled share is no error.
            onClick={() => navigator.share({ text: texts.shareText, url }).catch(() => {})}
          >
            <Icon name="send" /> {texts.share}
          </Button>
        )}
      </div>
      <p role="status" className="battle-note">
        {note}
      </p>
    </div>
  );
}
