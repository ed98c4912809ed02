import { type ChangeEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { NAME_WORDS } from '#contract/name-words.ts';
import type { Address } from '#rules/address.ts';
import { createStore, useStore } from '#web/ui/external-store.ts';
import { isFocusLost } from '#web/ui/focus.ts';
import { failureToast, toast } from '#web/ui/toasts.ts';
import { checkName } from './name-draft.ts';
import { nameTexts as texts } from './name-texts.ts';
import type { useUsernameUpdate } from './use-profile-update.ts';

/** What is typed and not saved yet. It outlives the form, which goes with the connection of the wallet. */
export const typedName = createStore<{
  readonly address: Address;
  readonly text: string;
} | null>(null);

interface NameFormOptions {
  readonly address: Address;
  /** Null when no name was chosen yet. */
  current: string | null;
  /** Called on saving: the wallet may have been disconnected since the last render. */
  isConnected: () => boolean;
  update: Pick<
    ReturnType<typeof useUsernameUpdate>,
    'isPending' | 'problem' | 'isInputRefused' | 'reset'
  > & {
    run(change: { displayName: string }, then: { onSuccess: () => void }): void;
  };
}

/** State of a form for a name: checked before it is sent, saved only when changed. */
export function useNameForm({ address, current, isConnected, update }: NameFormOptions) {
  const typed = useStore(typedName);
  const [refused, setRefused] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  // What was typed for another wallet is dropped.
  useEffect(() => {
    if (typedName.get()?.address !== address) typedName.set(null);
  }, [address]);
  // Until something is typed the field shows the current name.
  const text = (typed?.address === address ? typed.text : current) ?? '';
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

    save(event: SubmitEvent): void {
      event.preventDefault();
      // Not after a tap: the keyboard of a phone would come up.
      const isByKeyboard = event.nativeEvent.submitter?.matches(':focus-visible');
      if (!draft.isChanged || update.isPending) return;
      update.reset();
      if (!isConnected()) {
        refuse(texts.notConnected.title, texts.notConnected.description);
      } else if ('refusal' in draft.result) {
        const { refusal } = draft.result;
        const title = refusal === 'name-empty' ? texts.required : texts.failed;
        refuse(title, NAME_WORDS[refusal]);
      } else {
        const onSuccess = () => {
          typedName.set(null);
          // The button stays disabled, since nothing is left to be saved.
          if (isByKeyboard && isFocusLost()) input.current?.focus();
        };
        update.run({ displayName: draft.result.name }, { onSuccess });
      }
    },

    field: {
      ref: input,
      className: 'field',
      dir: 'auto',
      value: text,
      placeholder: texts.placeholder,
      autoComplete: 'nickname',
      spellCheck: false,
      'aria-invalid': refused !== null || update.isInputRefused || draft.isTooLong || undefined,
      onChange({ target }: ChangeEvent<HTMLInputElement>): void {
        typedName.set({ address, text: target.value });
        setRefused(null);
        update.reset();
      },
    },
  };
}
