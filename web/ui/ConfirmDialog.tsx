import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { Problem } from './Problem.tsx';

interface ConfirmDialogProps {
  isOpen: boolean;
  words: { readonly title: string; confirm: string; keep: string };
  intro: string;
  problem: string | null;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, words, intro, problem, isBusy, onConfirm, onClose } = props;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.title} intro={intro}>
      <Problem words={problem} className="dialog-problem" />
      <div className="actions dialog-actions">
        <Button look="danger" isBusy={isBusy} onClick={onConfirm}>
          {isBusy ? `${words.confirm}...` : words.confirm}
        </Button>
        {/* It would promise what is no longer certain. */}
        <Button look="plain" isBusy={isBusy} onClick={onClose}>
          {words.keep}
        </Button>
      </div>
    </Dialog>
  );
}
