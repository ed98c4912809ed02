import { type FormEvent, useId, useState } from 'react';
import type { Address } from '#rules/address.ts';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/toasts.ts';
import { judgeName } from './name-draft.ts';
import { nameTexts as texts } from './name-texts.ts';
import { useUsernameUpdate } from './use-username-update.ts';
import './name-editor.css';

interface QuickNameProps {
  address: Address;
  /** Asked when it is saved: the wallet may have gone since the field was drawn. */
  isConnected: () => boolean;
}

/** The shortest way to a name, for a collector who is not ranked for want of one. */
export function QuickName({ address, isConnected }: QuickNameProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const username = useUsernameUpdate(address);
  const id = useId();
  const draft = judgeName(text, null);
  const shown = problem ?? username.problem;

  const refuse = (words: { title: string; description: string }) => {
    setProblem(words.description);
    toast({ ...words, isDestructive: true });
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!draft.isChanged || username.isPending) return;
    username.forget();
    if (!isConnected()) return refuse(texts.notConnected);
    if (!('refusal' in draft.verdict)) {
      await username.update(draft.verdict.name).catch(() => {});
      return;
    }
    const { refusal } = draft.verdict;
    const description = texts.problems[refusal] ?? texts.failedText;
    refuse(refusal === 'name-empty' ? texts.required : { title: texts.failed, description });
  };

  return (
    <form className="quick-name" onSubmit={save} noValidate aria-busy={username.isPending}>
      <label htmlFor={id} className="text-small text-dim">
        {texts.quick}
      </label>
      <div className="name-row">
        <input
          id={id}
          className="field"
          dir="auto"
          value={text}
          placeholder={texts.placeholder}
          autoComplete="nickname"
          spellCheck={false}
          aria-invalid={shown !== null || draft.isTooLong || undefined}
          aria-describedby={shown === null ? undefined : `${id}-problem`}
          onChange={(event) => {
            setText(event.target.value);
            setProblem(null);
            username.forget();
          }}
        />
        <Button type="submit" disabled={!draft.isChanged || username.isPending}>
          {username.isPending ? texts.saving : texts.save}
        </Button>
      </div>
      {shown !== null && (
        <p id={`${id}-problem`} role="alert" className="text-small problem">
          {shown}
        </p>
      )}
    </form>
  );
}
