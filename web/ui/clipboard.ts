import { failureToast, toast } from './toasts.ts';

/** Copies a text, and tells whether that succeeded. */
export function copyAndTell(
  text: string,
  words: { done: string; doneText: string; failed: string; failedText: string },
): Promise<void> {
  return copyText(text).then(
    () => toast({ title: words.done, description: words.doneText }),
    () => toast(failureToast(words.failed)(words.failedText)),
  );
}

/** Copies a text. @throws where the browser does not allow it; over plain http it has no clipboard at all */
export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
