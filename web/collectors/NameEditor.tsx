import { useId } from 'react';
import type { User } from '#contract/collectors.ts';
import type { Address } from '#rules/address.ts';
import { Button } from '#web/ui/Button.tsx';
import { nameTexts as texts } from './name-texts.ts';
import { useNameForm } from './use-name-form.ts';
import { useProfileUpdate } from './use-profile-update.ts';
import './name-editor.css';

interface NameEditorProps {
  address: Address;
  isConnected: () => boolean;
  /** Undefined while loading; null when the wallet went before the name was saved. */
  user: User | null | undefined;
}

export function NameEditor({ address, isConnected, user }: NameEditorProps) {
  const profile = useProfileUpdate(address);
  const { field, draft, problem, canSave, save } = useNameForm({
    address,
    current: user?.displayName ?? null,
    isConnected,
    update: profile,
  });
  const id = useId();
  const help = user === null ? texts.unsaved : texts.help;
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
      <div className="field-row">
        <input
          {...field}
          id={id}
          disabled={user === undefined}
          aria-describedby={`${id}-help ${id}-count`}
        />
        <Button type="submit" look="primary" disabled={!canSave}>
          {profile.isPending ? texts.saving : texts.save}
        </Button>
      </div>
      <p id={`${id}-help`} className="name-help" data-problem={problem !== null || undefined}>
        {problem === null ? help : <span role="alert">{problem}</span>}
      </p>
      {user?.hasLookAlike && <p className="name-help">{texts.lookAlike}</p>}
    </form>
  );
}
