import { useQueryClient } from '@tanstack/react-query';
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
  address: Address;
  onClose: () => void;
}

/** Asks before a registration is deleted (W4). */
export function DeleteEntryDialog({ entry, address, onClose }: DeleteEntryDialogProps) {
  const queries = useQueryClient();
  const words = texts.remove;
  const removal = useWrite({
    mutationFn: deleteEntry,
    onSuccess: () => {
      toast({ title: words.done, description: words.doneText });
      void refreshEntries(queries, address);
    },
    onError: () => void refreshEntries(queries, address),
    failed: words.failedText,
    notSigned: null,
    toastOf: failureToast(words.failed),
  });
  return (
    <ConfirmDialog
      isOpen={entry !== null}
      words={words}
      intro={entry === null ? '' : words.text(entry.entryCount, entry.selectedNftIds.length)}
      problem={removal.problem}
      isBusy={removal.isPending}
      onConfirm={() => entry !== null && removal.run(entry.id, { onSuccess: onClose })}
      onClose={() => {
        removal.reset();
        onClose();
      }}
    />
  );
}
