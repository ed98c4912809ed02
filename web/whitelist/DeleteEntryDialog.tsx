import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { WhitelistEntry } from '#contract/whitelist.ts';
import type { Address } from '#rules/address.ts';
import { sentenceOf } from '#web/api/http-error.ts';
import { SignInDeclined } from '#web/api/session-gate.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { toast } from '#web/ui/toasts.ts';
import { deleteEntry, refreshEntries } from './queries.ts';
import { texts } from './texts.ts';

interface DeleteEntryDialogProps {
  /** The one in question; null while none is. */
  entry: WhitelistEntry | null;
  address: Address;
  onClose: () => void;
}

/** Asks before a registration is taken back (W4). */
export function DeleteEntryDialog({ entry, address, onClose }: DeleteEntryDialogProps) {
  const queries = useQueryClient();
  const words = texts.remove;
  // Its words stay while the dialog closes.
  const [shown, setShown] = useState(entry);
  useEffect(() => {
    if (entry !== null) setShown(entry);
  }, [entry]);

  const removal = useMutation({
    mutationFn: deleteEntry,
    onSuccess: async () => {
      toast({ title: words.done, description: words.doneText });
      onClose();
      await refreshEntries(queries, address);
    },
    onError: (error) => {
      if (error instanceof SignInDeclined) return;
      const description = sentenceOf(error, words.failedText);
      toast({ title: words.failed, description, isDestructive: true });
    },
  });
  const close = () => {
    removal.reset();
    onClose();
  };
  const problem =
    removal.error === null || removal.error instanceof SignInDeclined
      ? null
      : sentenceOf(removal.error, words.failedText);

  return (
    <Dialog
      isOpen={entry !== null}
      onClose={close}
      title={words.title}
      intro={shown === null ? '' : words.text(shown.entryCount, shown.selectedNftIds.length)}
      closeLabel={words.close}
    >
      {problem !== null && (
        <p role="alert" className="mt-4 strong text-danger">
          {problem}
        </p>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        <Button
          look="danger"
          disabled={removal.isPending}
          onClick={() => entry !== null && removal.mutate(entry.id)}
        >
          {words.confirm}
        </Button>
        <Button look="plain" onClick={close}>
          {words.keep}
        </Button>
      </div>
    </Dialog>
  );
}
