import { useId, useState } from 'react';
import { invitationPath } from '#rules/pages.ts';
import { texts } from '#web/battle/game/texts.ts';
import { Button } from '#web/ui/Button.tsx';
import { copyText } from '#web/ui/clipboard.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { toast } from '#web/ui/toasts.ts';

export function InviteLink({ lobbyId }: { lobbyId: string }) {
  const field = useId();
  const [note, setNote] = useState('');
  const url = location.origin + invitationPath(lobbyId);
  const words = texts.lobby;

  const copy = async () => {
    try {
      await copyText(url);
      toast(words.toasts.copied);
      setNote(words.copied);
    } catch {
      setNote(words.copyFailed);
    }
  };
  return (
    <div className="battle-invite">
      <label htmlFor={field} className="strong">
        {words.invite}
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
          <Icon name="copy" /> {words.copy}
        </Button>
        {typeof navigator.share === 'function' && (
          <Button
            look="quiet"
            // A cancelled share is no error.
            onClick={() => navigator.share({ text: words.shareText, url }).catch(() => {})}
          >
            <Icon name="send" /> {words.share}
          </Button>
        )}
      </div>
      <p role="status" className="battle-note">
        {note}
      </p>
    </div>
  );
}
