import { type ChangeEvent, type FormEvent, useState } from 'react';
import { NAME_WORDS } from '#contract/name-words.ts';
import { failureToast, toast } from '#web/ui/toasts.ts';
import { checkName } from './name-draft.ts';
import { nameTexts as texts } from './name-texts.ts';
import type { useUsernameUpdate } from './use-profile-update.ts';

interface NameFormOptions {
  /** Null when no name was chosen yet. */
  current: string | null;
  /** Called on saving: the wallet may have been disconnected since the last render. */
  isConnected: () => boolean;
  update: Pick<ReturnType<typeof useUsernameUpdate>, 'isPending' | 'problem' | 'reset'> & {
    run(change: { displayName: string }, then: { onSuccess: () => void }): void;
  };
}

/** State of a form for a name: checked before it is sent, saved only when changed. */
export function useNameForm({ current, isConnected, update }: NameFormOptions) {
  /** Null until something is typed; the field shows the current name. */
  const [typed, setTyped] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const text = typed ?? current ?? '';
  const draft = checkName(text, current);
  const problem = refused ?? update.problem;

  const refuse = (title: string, description: string) => {
    setRefused(description);
    toast(failureToast(title)(description));
  };

  return {
    draft,
    problem,
    canSave: draft.isChanged && !update.isPending,

    save(event: FormEvent): void {
      event.preventDefault();
      if (!draft.isChanged || update.isPending) return;
      update.reset();
      if (!isConnected()) {
        refuse(texts.notConnected.title, texts.notConnected.description);
      } else if ('refusal' in draft.result) {
        const { refusal } = draft.result;
        const title = refusal === 'name-empty' ? texts.required.title : texts.failed;
        refuse(title, NAME_WORDS[refusal]);
      } else {
        update.run({ displayName: draft.result.name }, { onSuccess: () => setTyped(null) });
      }
    },

    field: {
      className: 'field',
      dir: 'auto',
      value: text,
      placeholder: texts.placeholder,
      autoComplete: 'nickname',
      spellCheck: false,
      'aria-invalid': problem !== null || draft.isTooLong || undefined,
      onChange({ target }: ChangeEvent<HTMLInputElement>): void {
        setTyped(target.value);
        setRefused(null);
        update.reset();
      },
    },
  };
}
