import { type FormEvent, useId, useState } from 'react';
import type { User } from '#contract/collectors.ts';
import type { Address } from '#rules/address.ts';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/toasts.ts';
import { judgeName } from './name-draft.ts';
import { nameTexts as texts } from './name-texts.ts';
import { useProfileUpdate } from './use-profile-update.ts';
import './name-editor.css';

interface NameEditorProps {
  address: Address;
  /** Asked when it is saved: the wallet may have gone since the editor was drawn. */
  isConnected: () => boolean;
  user: User | undefined;
}

/** The display name: judged here before it is sent, saved only when it differs. */
export function NameEditor({ address, isConnected, user }: NameEditorProps) {
  const current = user?.displayName ?? null;
  /** Null: nothing was typed, the current name is shown. */
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const profile = useProfileUpdate(address);
  const id = useId();
  const text = typed ?? current ?? '';
  const draft = judgeName(text, current);
  const shown = problem ?? profile.problem;

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!draft.isChanged || profile.isPending) return;
    profile.forget();
    if (!isConnected()) {
      setProblem(texts.notConnected.description);
      toast({ ...texts.notConnected, isDestructive: true });
    } else if ('refusal' in draft.verdict) {
      const { refusal } = draft.verdict;
      const sentence = texts.problems[refusal] ?? texts.failedText;
      setProblem(sentence);
      const isEmpty = refusal === 'name-empty';
      const words = isEmpty ? texts.required : { title: texts.failed, description: sentence };
      toast({ ...words, isDestructive: true });
    } else {
      const saved = await profile.update({ displayName: draft.verdict.name }).catch(() => null);
      if (saved !== null) setTyped(null);
    }
  };

  return (
    <form
      className="name-editor panel-lit"
      onSubmit={save}
      noValidate
      aria-busy={profile.isPending}
    >
      <div className="name-top">
        <label htmlFor={id} className="display text-heading">
          {texts.label}
        </label>
        <span className="name-counter tabular" data-over={draft.isTooLong || undefined}>
          <span aria-hidden="true">{texts.counter(draft.characters)}</span>
          <span className="visually-hidden" id={`${id}-count`}>
            {texts.counterSpoken(draft.characters)}
          </span>
        </span>
      </div>
      <div className="name-row">
        <input
          id={id}
          className="field name-field"
          dir="auto"
          value={text}
          placeholder={texts.placeholder}
          autoComplete="nickname"
          spellCheck={false}
          disabled={user === undefined}
          aria-invalid={shown !== null || draft.isTooLong || undefined}
          aria-describedby={`${id}-help ${id}-count`}
          onChange={(event) => {
            setTyped(event.target.value);
            setProblem(null);
            profile.forget();
          }}
        />
        <Button type="submit" look="primary" disabled={!draft.isChanged || profile.isPending}>
          {profile.isPending ? texts.saving : texts.save}
        </Button>
      </div>
      <p id={`${id}-help`} className="name-help" data-problem={shown !== null || undefined}>
        {shown === null ? texts.help : <span role="alert">{shown}</span>}
      </p>
    </form>
  );
}
