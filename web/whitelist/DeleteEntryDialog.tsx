import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { WhitelistEntry } from '#contract/whitelist.ts';
import type { Address } from '#rules/address.ts';
import { useWrite } from '#web/api/use-write.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { failureToast, toast } from '#web/ui/toasts.ts';
import { deleteEntry, refreshEntries } from './queries.ts';
import { texts } from './texts.ts';

interface DeleteEntryDialogProps {
  /** The entry to delete; null closes the dialog. */
  entry: WhitelistEntry | null;
  /** Those there are; undefined while that is not known. */
  entries: readonly WhitelistEntry[] | undefined;
  address: Address;
  onClose: () => void;
}

/** Asks before a registration is deleted (W4). */
export function DeleteEntryDialog({ entry, entries, address, onClose }: DeleteEntryDialogProps) {
  const queries = useQueryClient();
  const words = texts.remove;
  const tell = () => toast({ title: words.done, description: words.doneText });
  const removal = useWrite({
    mutationFn: (id: string) => deleteEntry(address, id),
    onSuccess: () => {
      tell();
      void refreshEntries(queries, address);
    },
    onError: () => void refreshEntries(queries, address),
    failed: words.failedText,
    notSigned: null,
    toastOf: failureToast(words.failed),
  });
  const close = () => {
    removal.reset();
    onClose();
  };

  const isGone =
    !removal.isPending && entry !== null && entries?.some(({ id }) => id === entry.id) === false;
  const foundGone = useEffectEvent(() => {
    // The answer was lost, and nothing else was heard until now. Else another tab was faster, or the next round has begun: then
    // the registration stands in the list of the one before.
    if (removal.problem !== null && !removal.isInputRefused) tell();
    close();
  });
  useEffect(() => {
    if (isGone) foundGone();
  }, [isGone]);

  return (
    <ConfirmDialog
      isOpen={entry !== null}
      words={words}
      intro={entry === null ? '' : words.text(entry.entryCount, entry.selectedNftIds.length)}
      problem={removal.problem}
      isBusy={removal.isPending}
      onConfirm={() => entry !== null && removal.run(entry.id, { onSuccess: onClose })}
      onClose={close}
    />
  );
}
