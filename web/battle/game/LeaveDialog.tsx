import { useEffect, useState } from 'react';
import type { Match } from '#contract/battle.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { nameOf, sidesOf } from './sides.ts';
import { texts } from './texts.ts';
import type { EndActs } from './use-end-acts.ts';

interface LeaveDialogProps {
  /** Null while it is closed. */
  match: Match | null;
  wallet: string;
  acts: EndActs;
  onClose: () => void;
}

/** Asks before a live match is given up (B7). */
export function LeaveDialog({ match, wallet, acts, onClose }: LeaveDialogProps) {
  const words = texts.leave;
  // Its words stay while the dialog closes.
  const [shown, setShown] = useState(match);
  useEffect(() => {
    if (match !== null) setShown(match);
  }, [match]);
  const close = () => {
    acts.forgetLeave();
    onClose();
  };
  const opponent = shown === null ? '' : nameOf(sidesOf(shown, wallet).opponent);
  return (
    <Dialog
      isOpen={match !== null}
      onClose={close}
      title={words.title}
      intro={words.text(opponent)}
      closeLabel={words.close}
    >
      {acts.leaveProblem !== null && (
        <p role="alert" className="mt-4 font-semibold text-danger">
          {acts.leaveProblem}
        </p>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        <Button
          look="danger"
          disabled={acts.isLeaving}
          onClick={() => match !== null && acts.leave(match)}
        >
          {words.confirm}
        </Button>
        <Button look="plain" onClick={close}>
          {words.stay}
        </Button>
      </div>
    </Dialog>
  );
}
